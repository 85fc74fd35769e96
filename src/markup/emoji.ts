import { nameToEmoji } from 'gemoji'

/** The emoji with a name of GitHub's, which other tools use too, such as `rocket`; undefined if there is none. */
export const emojiNamed = (name: string): string | undefined =>
  Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined
