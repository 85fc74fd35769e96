// Reads the instructions of our Dockerfile. Supports what it uses, and throws an error for anything else.

const KNOWN = [
  'FROM',
  'ARG',
  'ENV',
  'SHELL',
  'WORKDIR',
  'COPY',
  'RUN',
  'USER',
  'VOLUME',
  'EXPOSE',
  'HEALTHCHECK',
  'STOPSIGNAL',
  'CMD',
]

/** The stages of a Dockerfile in order: `{ base, name, steps: [{ instruction, value }] }`. */
export function parseDockerfile(text) {
  const stages = []
  for (const line of logicalLines(text)) {
    const [, instruction, value] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (!KNOWN.includes(instruction))
      throw new Error(`The Dockerfile has a line that is not supported: ${line}`)
    if (instruction === 'FROM') {
      const [, base, name] = /^(\S+)(?: AS (\w+))?$/.exec(value) ?? []
      if (base === undefined) throw new Error(`FROM ${value} is not supported`)
      stages.push({ base, name, steps: [] })
    } else if (stages.length === 0) throw new Error(`${instruction} comes before FROM`)
    else stages.at(-1).steps.push({ instruction, value })
  }
  return stages
}

/** Lines without comments; continued ones are joined. */
const logicalLines = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `NAME=value OTHER=value`, without quotes, which we don't use. */
export function assignments(value) {
  return Object.fromEntries(
    value
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [, name, content] = /^(\w+)=([^"'$]*)$/.exec(pair) ?? []
        if (name === undefined) throw new Error(`ENV or ARG ${pair} is not supported`)
        return [name, content]
      }),
  )
}

/** `{ from, sources, target }` of a COPY. */
export function copyOf(value) {
  const words = value.split(/\s+/)
  const from = words[0].startsWith('--from=') ? words.shift().slice('--from='.length) : undefined
  if (words.length < 2 || words.some((word) => word.startsWith('--')))
    throw new Error(`COPY ${value} is not supported`)
  return { from, sources: words.slice(0, -1), target: words.at(-1) }
}

/** `{ options, command }` of a HEALTHCHECK. */
export function healthCheckOf(value) {
  const at = value.indexOf('CMD ')
  return { options: value.slice(0, at).trim(), command: JSON.parse(value.slice(at + 'CMD '.length)) }
}
