const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/**
 * Text as the database can cut it into words: runs of a script that is written without spaces become pairs of
 * neighbouring characters. Texts and questions both go through here.
 */
export const segmentWords = (text: string): string =>
  text.replace(UNSPACED_SCRIPTS, (run) => ` ${pairsOf(run).join(' ')} `)

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
