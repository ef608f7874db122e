export const language = 'en';
export const words = {};
