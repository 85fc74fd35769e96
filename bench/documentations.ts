// Generated documentations as files by path.

export const folderCount = 100

const words =
  'install configure buffer plugin record input output server label parse filter retry storage chunk token network client request secure value option default example field format tail timeout worker process memory deploy'.split(
    ' ',
  )

const sentence = (seed: number, length: number): string => {
  const parts = Array.from(
    { length },
    (_, i) => words[(seed * 7 + i * i * 3 + i * (seed % 11)) % words.length],
  )
  return `The ${parts.join(' ')}.`
}

/** A page of about 1 kB with sections, a list, code and a link outside. */
export const pageText = (seed: number): string =>
  `${sentence(seed, 30)}\n\n## Set up ${words[seed % words.length]}\n\n- ${sentence(seed + 1, 8)}\n- [Example](https://example.org/${seed})\n\n${sentence(seed + 2, 30)}\n\n## Use it\n\n\`\`\`sh\nrun --page ${seed}\n\`\`\`\n\n${sentence(seed + 3, 40)}\n`

/** Small pages in folders with a table of contents; each links to the one before. */
export function smallDocumentation(count: number): Record<string, string> {
  const files: Record<string, string> = { 'README.md': `# Introduction\n\n${pageText(0)}` }
  const summary = ['# Table of contents', '', '* [Introduction](README.md)']
  const perFolder = Math.ceil(count / folderCount)
  for (let i = 1; i < count; i++) {
    const folder = `folder-${Math.floor(i / perFolder)}`
    const isFirst = !(`${folder}/README.md` in files)
    const path = isFirst ? `${folder}/README.md` : `${folder}/page-${i}.md`
    const before = i % perFolder > 1 ? `See [the page before](page-${i - 1}.md).\n\n` : ''
    files[path] = `# Page ${i}\n\n${before}${pageText(i)}`
    summary.push(`${isFirst ? '' : '  '}* [Page ${i}](${path})`)
  }
  return { ...files, 'SUMMARY.md': `${summary.join('\n')}\n` }
}

/** Pages of at least this many characters, with sections, code blocks, tables and links among them. */
export function largeDocumentation(count: number, characters: number): Record<string, string> {
  const files: Record<string, string> = {}
  for (let i = 0; i < count; i++) {
    const parts = [`# Chapter ${i}`, sentence(i, 20)]
    for (let size = 0, part = 0; size < characters; part++) {
      const table = `| Option | Meaning |\n| --- | --- |\n| \`${words[part % words.length]}\` | ${sentence(part, 6)} |`
      const link = `See [chapter ${(i + part) % count}](chapter-${(i + part) % count}.md).`
      const section = `## Part ${part} of ${i}\n\n${link} ${sentence(i + part, 60)}\n\n${table}\n\n\`\`\`json\n{ "${words[(i + part) % words.length]}": ${part} }\n\`\`\``
      parts.push(section)
      size += section.length
    }
    files[`chapter-${i}.md`] = `${parts.join('\n\n')}\n`
  }
  return files
}
