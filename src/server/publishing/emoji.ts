/** An emoji may be stored as the character or as its code points in hex, joined by `-`; this is the character. */
export function emojiCharacter(emoji: string): string {
  if (!/^[0-9a-f]{4,6}(-[0-9a-f]{2,6})*$/i.test(emoji)) return emoji
  const points = emoji.split('-').map((part) => Number.parseInt(part, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}
