import { zipArchive } from './archives.ts'

/** The parts of a Word file by path; images are bytes. */
export type WordParts = Readonly<Record<string, string | Uint8Array>>

const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** A run of text, optionally with properties such as `<w:b/>`. */
export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** A paragraph of runs, or of one text; `style` is the name of a style without spaces, such as `Heading1`. */
export const paragraph = (content: string, style?: string, properties = ''): string => {
  const styled = style === undefined ? '' : `<w:pStyle w:val="${style}"/>`
  const runs = content.startsWith('<') ? content : run(content)
  return `<w:p><w:pPr>${styled}${properties}</w:pPr>${runs}</w:p>`
}

export const heading = (level: number, text: string, bookmark?: string): string =>
  paragraph(
    bookmark === undefined
      ? run(text)
      : `<w:bookmarkStart w:id="1" w:name="${bookmark}"/>${run(text)}<w:bookmarkEnd w:id="1"/>`,
    `Heading${level}`,
  )

/** A list item; list 1 has bullets, list 2 numbers. */
export const listLine = (text: string, { list, level = 0 }: { list: 1 | 2; level?: number }): string =>
  paragraph(text, undefined, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)

export const table = (rows: readonly (readonly string[])[]): string => {
  const cells = (row: readonly string[]) => row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')
  const lines = rows.map((row, at) => {
    const properties = at === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''
    return `<w:tr>${properties}${cells(row)}</w:tr>`
  })
  return `<w:tbl>${lines.join('')}</w:tbl>`
}

/** A link to a relationship of the file or to a bookmark in it. */
export const link = (
  text: string,
  to: { readonly relation: string } | { readonly bookmark: string },
): string =>
  'relation' in to
    ? `<w:hyperlink r:id="${to.relation}">${run(text)}</w:hyperlink>`
    : `<w:hyperlink w:anchor="${to.bookmark}">${run(text)}</w:hyperlink>`

export const footnote = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`

export const picture = (relation: string, alt: string): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData uri="p">` +
  `<pic:pic><pic:blipFill><a:blip r:embed="${relation}"/></pic:blipFill></pic:pic>` +
  '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'

type Relations = Readonly<
  Record<string, { readonly type: string; readonly target: string; readonly isOutside?: boolean }>
>

type Document = {
  /** Paragraphs and tables, one after the other. */
  readonly body: readonly string[]
  readonly footnotes?: readonly string[]
  readonly images?: Readonly<Record<string, Uint8Array>>
  readonly links?: Readonly<Record<string, string>>
  /** More parts, or others in the place of those made here. */
  readonly parts?: WordParts
}

/** A Word file. Pictures and links are named by their relation: `{ rId7: bytes }`. */
export function wordDocument({
  body,
  footnotes = [],
  images = {},
  links = {},
  parts = {},
}: Document): Promise<Buffer> {
  const relations: Record<string, Relations[string]> = {
    rIdStyles: { type: 'styles', target: 'styles.xml' },
    rIdNumbers: { type: 'numbering', target: 'numbering.xml' },
    rIdNotes: { type: 'footnotes', target: 'footnotes.xml' },
  }
  const media: Record<string, Uint8Array> = {}
  for (const [id, bytes] of Object.entries(images)) {
    relations[id] = { type: 'image', target: `media/${id}.png` }
    media[`word/media/${id}.png`] = bytes
  }
  for (const [id, target] of Object.entries(links))
    relations[id] = { type: 'hyperlink', target, isOutside: true }
  const made: WordParts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationsXml({ rId1: { type: 'officeDocument', target: 'word/document.xml' } }),
    'word/_rels/document.xml.rels': relationsXml(relations),
    'word/document.xml': `${head}<w:document ${namespaces}><w:body>${body.join('')}</w:body></w:document>`,
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
    'word/footnotes.xml': `${head}<w:footnotes ${namespaces}>${footnotes
      .map((text, at) => `<w:footnote w:id="${at + 1}">${paragraph(text)}</w:footnote>`)
      .join('')}</w:footnotes>`,
    ...media,
    ...parts,
  }
  return zipArchive(made)
}

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const relationsXml = (relations: Relations): string =>
  `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(
    relations,
  )
    .map(
      ([id, { type, target, isOutside }]) =>
        `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const styleOf = (id: string, name: string, type = 'paragraph'): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`

const styles = `${head}<w:styles ${namespaces}>${[
  ...[1, 2, 3].map((level) => styleOf(`Heading${level}`, `heading ${level}`)),
  styleOf('Title', 'Title'),
  styleOf('SourceCode', 'Source Code'),
  styleOf('Quote', 'Quote'),
  styleOf('TOC1', 'toc 1'),
  styleOf('VerbatimChar', 'Verbatim Char', 'character'),
].join('')}</w:styles>`

const levels = (format: string): string =>
  [0, 1].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join('')

const numbering = `${head}<w:numbering ${namespaces}><w:abstractNum w:abstractNumId="1">${levels('bullet')}</w:abstractNum><w:abstractNum w:abstractNumId="2">${levels('decimal')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`
