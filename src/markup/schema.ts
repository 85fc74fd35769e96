import type { Options as Schema } from 'rehype-sanitize'

/**
 * Element names of custom blocks during HTML parsing and sanitizing. Raw HTML cannot contain these names, because
 * the HTML parser lower-cases names: only the tag parser creates them.
 */
export const markerNames = [
  'Api',
  'ApiSchemas',
  'Code',
  'Column',
  'Columns',
  'Embed',
  'File',
  'Formula',
  'Heading',
  'Hint',
  'Note',
  'NoteRef',
  'Notes',
  'Parameter',
  'Parameters',
  'Prompt',
  'Ref',
  'Step',
  'Stepper',
  'Tab',
  'Tabs',
  'Update',
  'Updates',
] as const

export type MarkerName = (typeof markerNames)[number]

const text =
  'a abbr b bdi bdo br button cite code del dfn em i img input ins kbd mark option q s samp select small source span strong sub sup time u var wbr'
const blocks =
  'blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p picture pre section summary table tbody td tfoot th thead tr ul'

const buttonAttributes: NonNullable<Schema['attributes']>[string] = [
  ['className', 'button', 'primary', 'secondary'],
  'dataAction',
  'dataIcon',
  'dataQuery',
  'dataText',
]

/** The HTML that is allowed in pages. Nothing in it can run, load on its own, or affect the surrounding page. */
export const schema: Schema = {
  tagNames: [...text.split(' '), ...blocks.split(' '), ...markerNames],
  strip: ['script', 'style', 'template', 'title', 'textarea', 'iframe', 'object', 'noscript', 'svg', 'math'],
  clobber: [],
  ancestors: {},
  required: {},
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https', 'data'],
    srcSet: ['http', 'https'],
  },
  attributes: {
    '*': ['dir', 'lang', 'title', 'dataAt'],
    a: ['href', 'id', 'name', 'dataMention', ...buttonAttributes],
    abbr: [],
    button: buttonAttributes,
    code: [['className', /^language-/, 'expression']],
    details: ['id', 'open'],
    div: ['id', 'align', 'dataFullWidth', 'dataWithFrame'],
    figure: ['align'],
    h1: ['id', 'align'],
    h2: ['id', 'align'],
    h3: ['id', 'align'],
    h4: ['id', 'align'],
    h5: ['id', 'align'],
    h6: ['id', 'align'],
    i: [['className', /^fa[brs]?(?:-|$)/]],
    img: ['src', 'alt', 'width', 'height', 'dataSize'],
    input: [['type', 'checkbox'], 'checked', 'disabled'],
    li: [['className', 'task-list-item'], 'value'],
    mark: ['dataColor'],
    ol: ['start', 'reversed', ['className', 'contains-task-list']],
    option: ['value', 'label', 'color'],
    p: ['id', 'align'],
    pre: ['dataTitle', 'dataOverflow', 'dataLineNumbers', ['className', /^language-/]],
    source: ['srcSet', 'media'],
    span: ['id', 'dataOption'],
    table: ['dataView', 'dataHeaderHidden', 'dataCardSize', 'dataCardWrap', 'dataFullWidth'],
    td: ['colSpan', 'rowSpan', 'align'],
    th: [
      'colSpan',
      'rowSpan',
      'align',
      'scope',
      'width',
      'dataHidden',
      'dataType',
      'dataMax',
      'dataCardTarget',
      'dataCardCover',
      'dataCardCoverDark',
    ],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
    Api: ['spec', 'method', 'path', 'label'],
    ApiSchemas: ['spec', 'schemas'],
    Code: ['language', 'label', 'numbered', 'wraps', 'marked'],
    Embed: ['href'],
    File: ['href'],
    Heading: ['level', 'anchor'],
    Hint: ['icon', 'kind'],
    NoteRef: ['number', 'again'],
    Note: ['label', 'number'],
    Parameter: ['label', 'kind', 'required'],
    Parameters: ['kind'],
    Prompt: ['icon', 'label', 'visibility'],
    Ref: ['href'],
    Tab: ['icon', 'label'],
    Update: ['anchor', 'date', 'label', 'tagNames'],
    Updates: ['format'],
  },
}
