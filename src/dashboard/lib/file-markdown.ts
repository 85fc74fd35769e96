/** A picture is shown, any other file is offered. */
export function markdownOf({
  id,
  name,
  contentType,
}: {
  id: string
  name: string
  contentType: string
}): string {
  if (contentType.startsWith('image/')) return `![${altOf(name)}](/files/${id})`
  return `{% file src="/files/${id}" %}\n${name}\n{% endfile %}`
}

const altOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim()
