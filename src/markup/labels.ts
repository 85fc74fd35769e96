/** Labels of rendered blocks. `{…}` is a placeholder. */
export interface Labels {
  codeExample: string
  formula: string
  diagram: string
  copyCode: string
  copied: string
  linkToHeading: string
  info: string
  success: string
  warning: string
  danger: string
  done: string
  toDo: string
  table: string
  chooseVariant: string
  download: string
  embedNotice: string
  imageMissing: string
  linkBroken: string
  footnote: string
  footnotes: string
  backToText: string
  required: string
  authorization: string
  noAuthorization: string
  pathParameters: string
  queryParameters: string
  headers: string
  cookies: string
  body: string
  responses: string
  codeSamples: string
  responseExamples: string
  noBody: string
  deprecated: string
  readOnly: string
  writeOnly: string
  arrayOf: string
  or: string
  anything: string
  asAbove: string
  allowed: string
  default: string
  example: string
  oneOf: string
  anyOf: string
  propertiesOf: string
  choicesOf: string
  leftOut: string
  filterByTag: string
  allTags: string
  linkToUpdate: string
  copyPrompt: string
  showPrompt: string
  tryIt: string
  server: string
  username: string
  password: string
  sendRequest: string
  sending: string
  response: string
  requestNote: string
  requestFailed: string
}

export const english: Labels = {
  codeExample: 'Code example {number}',
  formula: 'Formula {number}',
  diagram: 'Diagram {number}',
  copyCode: 'Copy code',
  copied: 'Copied',
  linkToHeading: 'Link to “{title}”',
  info: 'Note: ',
  success: 'Success: ',
  warning: 'Warning: ',
  danger: 'Danger: ',
  done: 'Done: ',
  toDo: 'To do: ',
  table: 'Table {number}',
  chooseVariant: 'Choose a variant',
  download: 'Download',
  embedNotice: 'Loads content from {host}, which may set cookies',
  imageMissing: 'This image is missing',
  linkBroken: 'This link is broken',
  footnote: 'Footnote {number}',
  footnotes: 'Footnotes',
  backToText: 'Back to the text',
  required: 'required',
  authorization: 'Authorization',
  noAuthorization: 'No authorization',
  pathParameters: 'Path parameters',
  queryParameters: 'Query parameters',
  headers: 'Headers',
  cookies: 'Cookies',
  body: 'Body',
  responses: 'Responses',
  codeSamples: 'Code samples',
  responseExamples: 'Response examples',
  noBody: 'No body',
  deprecated: 'deprecated',
  readOnly: 'read only',
  writeOnly: 'write only',
  arrayOf: 'array of {kind}',
  or: 'or',
  anything: 'anything',
  asAbove: 'as above',
  allowed: 'One of',
  default: 'Default',
  example: 'Example',
  oneOf: 'One of these:',
  anyOf: 'Any of these:',
  propertiesOf: 'Properties of {name}',
  choicesOf: 'Options for {name}',
  leftOut: 'Some parts aren’t shown here.',
  filterByTag: 'Filter by tag',
  allTags: 'All',
  linkToUpdate: 'Link to the update of {date}',
  copyPrompt: 'Copy prompt',
  showPrompt: 'Show prompt',
  tryIt: 'Try it',
  server: 'Server',
  username: 'User name',
  password: 'Password',
  sendRequest: 'Send request',
  sending: 'Sending…',
  response: 'Response',
  requestNote:
    'Your browser sends the request to {host}. What you enter is neither stored nor sent to this site.',
  requestFailed:
    'There is no response. {host} can’t be reached, or doesn’t allow requests from other websites (CORS).',
}

/** The label with its placeholder replaced. */
export function fillLabel(label: string, value: string | number): string {
  return label.replace(/\{\w+\}/, () => String(value))
}
