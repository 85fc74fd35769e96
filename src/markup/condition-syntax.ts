/** Whether a text may contain blocks with a condition; false only if it has none. */
export const mayContainConditions = (body: string): boolean => /\{%[ \t]*if\b/.test(body)
