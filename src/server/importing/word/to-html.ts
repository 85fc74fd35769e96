import { imageSize } from 'image-size'
import mammoth from 'mammoth'
import { WORD_LIMITS } from './checked-package.ts'

export type WordImage = { readonly name: string; readonly bytes: Buffer }

export type WordHtml = {
  readonly html: string
  readonly images: readonly WordImage[]
  /** Skipped images with the reason. */
  readonly lost: readonly { readonly name: string; readonly reason: string }[]
  readonly notes: readonly string[]
}

const CODE_PARAGRAPH_STYLES = [
  'Code',
  'Source Code',
  'Code Block',
  'HTML Preformatted',
  'Preformatted Text',
  'macro',
]
const CODE_RUN_STYLES = ['Code', 'Code Char', 'Inline Code', 'Verbatim Char', 'HTML Code', 'Source Text']

const STYLE_MAP = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...CODE_PARAGRAPH_STYLES.map((name) => `p[style-name='${name}'] => pre:separator('\\n')`),
  ...CODE_RUN_STYLES.map((name) => `r[style-name='${name}'] => code`),
  ...['Quote', 'Intense Quote', 'Block Text'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  // Published pages have their own outline.
  ...Array.from({ length: 9 }, (_, at) => `p[style-name='toc ${at + 1}'] => !`),
  "p[style-name='TOC Heading'] => !",
]

/**
 * Converts a checked Word file to plain HTML. `folder` is the URL prefix of its images. Nothing outside of the file is
 * read: linked images are skipped.
 */
export async function wordToHtml(checked: Buffer, folder: string): Promise<WordHtml> {
  const images: WordImage[] = []
  const lost: { name: string; reason: string }[] = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    const bytes = await image.readAsBuffer()
    const name = `image${images.length + lost.length + 1}.${extensionOf(image.contentType)}`
    const reason = refusalOf(image.contentType, bytes)
    if (reason !== null) {
      lost.push({ name, reason })
      return { src: '' }
    }
    images.push({ name, bytes })
    return { src: `${folder}/${name}` }
  })
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: checked },
    { styleMap: STYLE_MAP, convertImage, includeEmbeddedStyleMap: false, transformDocument: withCode },
  )
  const notes = messages
    .map(({ message }) => message)
    .filter((message) => !/^Unrecognised (?:paragraph|run|table) style/.test(message))
  return { html: value, images, lost, notes: [...new Set(notes)].slice(0, 20) }
}

function refusalOf(contentType: string, bytes: Buffer): string | null {
  if (/^image\/(?:x-)?(?:emf|wmf|tiff?)$/i.test(contentType)) {
    return `Browsers can’t show images of the type ${contentType}`
  }
  if (bytes.length > WORD_LIMITS.imageBytes) {
    return `It is larger than ${WORD_LIMITS.imageBytes / 1_048_576} MB`
  }
  const { width, height } = sizeOf(bytes)
  return width * height > WORD_LIMITS.imagePixels
    ? `It is ${width} × ${height} pixels, more than browsers can show`
    : null
}

function sizeOf(bytes: Buffer): { width: number; height: number } {
  try {
    return imageSize(bytes)
  } catch {
    // Unknown dimensions do not exceed the limit.
    return { width: 0, height: 0 }
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  'svg+xml': 'svg',
  'x-emf': 'emf',
  'x-wmf': 'wmf',
}

function extensionOf(contentType: string): string {
  const kind = contentType.split('/')[1]?.toLowerCase() ?? ''
  return EXTENSIONS[kind] ?? (/^[a-z0-9]{1,5}$/.test(kind) ? kind : 'bin')
}

/** The parts of the library's document tree that are used here. */
type WordNode = {
  readonly type: string
  readonly font?: string | null
  readonly value?: string
  readonly styleId?: string | null
  readonly styleName?: string | null
  readonly children?: readonly WordNode[]
}

const MONOSPACED_FONT =
  /^(?:courier|consolas|menlo|monaco|lucida console|liberation mono|dejavu sans mono|source code)/i

/** Text in a monospaced font is code even without a code style; a paragraph of only such text is a code block. */
function withCode(node: WordNode): WordNode {
  const children = node.children?.map(withCode)
  const updated = children === undefined ? node : { ...node, children }
  if (node.type === 'run' && MONOSPACED_FONT.test(node.font ?? '') && !node.styleName) {
    return { ...updated, styleId: 'Code', styleName: 'Code' }
  }
  if (node.type !== 'paragraph' || node.styleName || !children || children.length === 0) return updated
  const isCode = children.every((child) => child.type === 'run' && child.styleName === 'Code')
  if (!isCode || !children.some(hasText)) return updated
  const plain = children.map((child) => ({ ...child, styleId: null, styleName: null }))
  return { ...updated, children: plain, styleId: 'Code', styleName: 'Code' }
}

const hasText = (node: WordNode): boolean =>
  (node.value ?? '').trim() !== '' || (node.children ?? []).some(hasText)
