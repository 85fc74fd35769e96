/** The pattern of what holds a text anywhere; give it to `like` next to something in lower case. */
export const containsPattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
