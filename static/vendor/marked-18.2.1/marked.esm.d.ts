export const Marked: any;
