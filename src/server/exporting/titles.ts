import { parseSummary } from '#markup/summary.ts'

/** The title as Markdown that parses to exactly this title; if that is impossible, only its words. */
export function summaryTitle(title: string): string {
  if (/^[\p{L}\p{N}]+(?:[ ,'’()–/][\p{L}\p{N}()]+)*$/u.test(title) && !/^\d+\)/.test(title)) return title
  const one = escaped(title.replace(/\s+/g, ' ').trim()).replace(/^([-+=])|^(\d+)([.)])/, '$2\\$1$3')
  const [entry, ...others] = parseSummary(`* ${one}`).entries
  const isItself = entry?.title === unescaped(one) && entry.target === null && entry.children.length === 0
  if (isItself && others.length === 0) return one
  return title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'Untitled'
}

/** A title as Markdown that renders exactly its characters. */
export const escaped = (text: string): string =>
  text.replace(/[\\`*_[\]<>&#~|$!{}]/g, '\\$&').replace(/\n/g, ' ')

/** The text of escaped Markdown. */
export const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')
