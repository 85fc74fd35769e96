/** The opening tag of an expression. */
export const EXPRESSION_TAG = /<code\s+class=(["'])expression\1\s*>/

/** A quick check whether a text may contain expressions; it can return false positives. */
export const mayContainExpression = (body: string): boolean =>
  body.includes('expression') && EXPRESSION_TAG.test(body)
