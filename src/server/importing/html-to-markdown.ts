import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const p = unified().use(rehypeParse).use(rehypeRemark).use(remarkGfm).use(remarkStringify)
export function fromHtml(html: string, _options: { url?: string } = {}) {
  const main = /<(main|article)[\s\S]*<\/\1>/i.exec(html)?.[0] ?? html
  const title = /<h1[^>]*>([\s\S]*?)<\/h1>/i.exec(html)?.[1] ?? /<title>([^<]*)/i.exec(html)?.[1] ?? ''
  return { title, markdown: String(p.processSync(main)) }
}
