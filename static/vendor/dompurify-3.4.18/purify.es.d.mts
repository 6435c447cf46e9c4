declare const DOMPurify: any;
export default DOMPurify;
