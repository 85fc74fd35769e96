import type { Change } from '../../content/changes.ts'

const welcome = `This space is an example. Edit it, or delete it and import your own content.

{% hint style="info" %}
Pages are in the order of the page tree. Drag them to rearrange them.
{% endhint %}

## Where to go next

- [Write a page](./write-a-page.md) shows what a page can contain.
- [Publish](./publish.md) explains how to make it available to readers.
`

const write = `Pages are written in Markdown, with a few blocks on top.

## Blocks

{% tabs %}
{% tab title="JavaScript" %}
\`\`\`js
const answer = await fetch('/v1/user')
\`\`\`
{% endtab %}
{% tab title="Shell" %}
\`\`\`sh
curl https://docs.example.org/v1/user
\`\`\`
{% endtab %}
{% endtabs %}

{% hint style="warning" %}
Hints stand out, so one per page is plenty.
{% endhint %}

## Tables

| Key | Action |
| --- | --- |
| \`/\` | Search |
| \`?\` | Show keyboard shortcuts |
`

const publish = `A site publishes one or more spaces at one address.

1. Add the spaces to the site and put them in order.
2. Choose who can read it.
3. Publish the site.

Edits show as soon as they are saved.
`

/** Example pages for a new space: a beginning, and two pages that it links to. */
export const samplePages: readonly Change[] = [
  {
    operation: 'insert_page',
    title: 'Welcome',
    emoji: '1f44b',
    document: { markdown: welcome },
    ref: 'welcome',
  },
  { operation: 'insert_page', title: 'Write a page', document: { markdown: write }, ref: 'write-a-page' },
  { operation: 'insert_page', title: 'Publish', document: { markdown: publish }, ref: 'publish' },
]
