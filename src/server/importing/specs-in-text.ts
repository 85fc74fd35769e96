import type { ApiBlock } from '#markup/api-blocks.ts'
import { isInternal } from './link-targets.ts'
import type { SpecResolver } from './planned-specs.ts'

type Options = {
  readonly specs: SpecResolver | undefined
  /** The path of a file in the source that a URL leads to. */
  readonly fileOf: (url: string) => string | undefined
}

/** A text whose blocks name specifications of the organization instead of files, and the specifications without any. */
export async function withKnownSpecs(
  text: string,
  blocks: readonly ApiBlock[],
  { specs, fileOf }: Options,
): Promise<{ readonly text: string; readonly unknown: readonly { name: string; reason: string }[] }> {
  const slugs = new Map<string, string>()
  const unknown: { name: string; reason: string }[] = []
  for (const name of specs === undefined ? [] : new Set(blocks.map(({ spec }) => spec))) {
    const path = isInternal(name) ? fileOf(name) : undefined
    const outline = await specs?.find(path ?? name)
    if (typeof outline === 'string') unknown.push({ name, reason: outline })
    else if (outline !== undefined && path !== undefined) slugs.set(name, outline.slug)
  }
  return { text: slugs.size === 0 ? text : withSlugs(text, slugs), unknown }
}

const BLOCK =
  /(\{%-?[ \t]*(?:openapi(?:-operation)?|swagger)[ \t][^%{}]*?)\b(?:src|spec)=(?:"([^"%]*)"|'([^'%]*)')/g

const withSlugs = (text: string, slugs: ReadonlyMap<string, string>): string =>
  text.replace(BLOCK, (whole, before: string, quoted?: string, single?: string) => {
    const slug = slugs.get((quoted ?? single ?? '').trim())
    return slug === undefined ? whole : `${before}spec="${slug}"`
  })
