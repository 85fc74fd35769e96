import type { Change } from '../../content/changes.ts'

const welcome = `This space was made as an example. Change it, or delete it and bring your own texts in.

{% hint style="info" %}
Pages stand in the order of the tree beside this text. Drag them to arrange them.
{% endhint %}

## Where to go next

- [Write a page](./write-a-page.md) shows what a page can hold.
- [Publish](./publish.md) tells how readers get to see it.
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
A hint draws the eye, so one on a page is plenty.
{% endhint %}

## Tables

| Key | Does |
| --- | --- |
| \`/\` | Search |
| \`?\` | Show every key |
`

const publish = `A site shows one or more spaces under one address.

1. Add the spaces to the site and put them in order.
2. Choose who may read it.
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
