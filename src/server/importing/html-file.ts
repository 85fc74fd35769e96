import { runTextTask } from '../text-tasks/run.ts'

/**
 * `markdownOfHtml` for a file of any size, off the main thread if it is large.
 * @throws {DomainError} see `runTextTask`
 */
export const htmlFileAsMarkdown = (html: string, path: string): Promise<string> =>
  runTextTask('htmlFile', { html, path }, html)
