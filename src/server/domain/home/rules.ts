const MAX_EXCERPT_LENGTH = 200

/** The start of a post in Markdown as one line without formatting; `nameOf` names mentioned people. */
export function excerptOf(markdown: string, nameOf: (userId: string) => string | undefined): string {
  const line = markdown
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/@\[([A-Za-z0-9_-]+)\]/g, (_, id: string) => `@${nameOf(id) ?? 'someone'}`)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[>#\s]+|[*_`~]{1,3}/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MAX_EXCERPT_LENGTH ? `${line.slice(0, MAX_EXCERPT_LENGTH).trimEnd()}…` : line
}
