/** The beginning of a text that comes from others, such as an id or a path: 200 characters at the most. */
export const brief = (text: string): string => text.slice(0, 200)
