const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu

/**
 * Prepares text for the word segmentation of the database: runs of scripts without spaces become pairs of neighboring
 * characters. Angle brackets become spaces, because the database ignores all words in `<what looks like a tag>`. Used
 * for texts and queries.
 */
export const segmentWords = (text: string): string =>
  text.replace(/[<>]/g, ' ').replace(UNSPACED_SCRIPTS, (run) => ` ${pairsOf(run).join(' ')} `)

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
