/** The beginning of an id or a name that comes from others, 200 characters at the most. */
export const brief = (text: string): string => text.slice(0, 200)
