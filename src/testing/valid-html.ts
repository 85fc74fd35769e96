import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Roles on `pre`, `div` and `form` are those of the drawings: `section` and `search` would change nothing.
    'prefer-native-element': 'off',
    // A list without marks is none for some screen readers unless its role says so.
    'no-redundant-role': 'off',
    // How long a title is, and what stands at the end of a line of code, is the author's affair.
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // Anchors are those that links from elsewhere use, dots included.
    'valid-id': ['error', { relaxed: true }],
    'doctype-style': ['error', { style: 'lowercase' }],
  },
})

/** What is wrong with a document, in words; nothing when it is valid HTML. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${ruleId} at ${line}:${column}: ${message}`),
  )
}
