declare const highlighter: any;
export default highlighter;
