import type { Options as Schema } from 'rehype-sanitize'

/**
 * The blocks of our own on their way through HTML parsing and cleaning. The capital letter cannot be written
 * in raw HTML, whose names are read in lower case: only the parser of tags makes these.
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
  'Ref',
  'Step',
  'Stepper',
  'Tab',
  'Tabs',
] as const

export type MarkerName = (typeof markerNames)[number]

const text =
  'a abbr b bdi bdo br cite code del dfn em i img input ins kbd mark q s samp small span strong sub sup time u var wbr'
const blocks =
  'blockquote caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p picture pre section summary table tbody td tfoot th thead tr ul'

/** What may stay of a page's HTML. Nothing here can run, load by itself, or reach the page around it. */
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
    a: ['href', 'id', 'name', 'dataMention', ['className', 'button', 'primary', 'secondary']],
    abbr: [],
    code: [['className', /^language-/]],
    details: ['open'],
    div: ['id', 'dataFullWidth'],
    h1: ['id'],
    h2: ['id'],
    h3: ['id'],
    h4: ['id'],
    h5: ['id'],
    h6: ['id'],
    i: [['className', /^fa-/]],
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
    Hint: ['kind'],
    NoteRef: ['number', 'again'],
    Note: ['number'],
    Parameter: ['label', 'kind', 'required'],
    Ref: ['href'],
    Tab: ['label'],
  },
}
