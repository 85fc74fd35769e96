import type { Options as Schema } from 'rehype-sanitize'

/**
 * Element names of custom blocks during HTML parsing and sanitizing. Raw HTML cannot contain these names, because
 * the HTML parser lower-cases names: only the tag parser creates them.
 */
export const markerNames = [
  'Api',
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
  'a abbr b bdi bdo br button cite code del dfn em i img input ins kbd mark q s samp small span strong sub sup time u var wbr'
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
  strip: [
    'script',
    'style',
    'template',
    'title',
    'textarea',
    'iframe',
    'object',
    'noscript',
    'svg',
    'math',
    'select',
  ],
  clobber: [],
  ancestors: {},
  required: {},
  protocols: {
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https', 'data'],
  },
  attributes: {
    '*': ['dir', 'lang', 'title', 'dataAt'],
    a: ['href', 'id', 'name', 'dataMention', ...buttonAttributes],
    abbr: [],
    button: buttonAttributes,
    code: [['className', /^language-/, 'expression']],
    details: ['id', 'open'],
    div: ['id', 'dataFullWidth'],
    h1: ['id'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
    i: [['className', /^fa[brs]?(?:-|$)/]],
    img: ['src', 'alt', 'width', 'height'],
    input: [['type', 'checkbox'], 'checked', 'disabled'],
    li: [['className', 'task-list-item'], 'value'],
    mark: ['dataColor'],
    ol: ['start', 'reversed', ['className', 'contains-task-list']],
    p: ['id'],
    span: ['id'],
    table: ['dataView', 'dataHeaderHidden'],
    td: ['colSpan', 'rowSpan', 'align'],
    th: ['colSpan', 'rowSpan', 'align', 'scope', 'dataHidden', 'dataType', 'dataCardTarget', 'dataCardCover'],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
    Api: ['spec', 'method', 'path', 'label'],
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
