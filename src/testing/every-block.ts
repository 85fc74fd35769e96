import { samplePage } from '#markup/sample-page.ts'

const withoutTitle = samplePage.replace(/^# .*\n/, '')

/** Markdown with every kind of block and inline, for tests of rendering. */
export const everyBlock = `${withoutTitle}

## Inline

Press <kbd>⌘</kbd>, see ~~old~~ **new**, H<sub>2</sub>O and x<sup>2</sup>, $$a+b$$, :coffee: and a
<a href="https://example.org/start" class="button primary">Open the guide</a> <a href="/second" class="button secondary">All about grinders</a>.

## More code

{% code overflow="wrap" lineNumbers="true" %}
\`\`\`
plain
\`\`\`
{% endcode %}

\`\`\`mermaid
flowchart LR
  A --> B
\`\`\`

## More hints

{% hint style="info" %}
Info
{% endhint %}

{% hint style="success" %}
Success
{% endhint %}

{% hint style="danger" %}
Danger
{% endhint %}

{% updates format="full" %}
{% update date="2026-10-14" tags="new,fixes" %}
## Finer grinders

Now with <i class="fa-rocket">:rocket:</i> speed.
{% endupdate %}

{% update date="2026-09-01" tags="fixes" title="Cups" %}
They hold.
{% endupdate %}
{% endupdates %}

{% prompt description="Compare grinders" icon="mug-hot" defaultExpanded="partial" %}
\`\`\`markdown
Compare them.
\`\`\`
{% endprompt %}

{% prompt description="Describe a grinder" %}
Describe it.
{% endprompt %}

<button type="button" class="button primary" data-action="search" data-query="grinder" data-icon="mug-hot">Find grinders</button>
<button type="button" class="button" data-action="copy" data-query="grind">Copy the command</button>
<a class="button primary">Not yet</a>

{% if visitor.claims.beta %}
Only for some.
{% endif %}

{% include "../reusables/care.md" %}

{% swagger method="get" path="/cups" baseUrl="https://api.example.org" summary="List cups" %}
{% swagger-description %}
All of them.
{% endswagger-description %}
{% swagger-parameter in="query" name="size" type="integer" required="true" %}
How many
{% endswagger-parameter %}
{% swagger-response status="200: OK" description="Cups" %}
\`\`\`json
{"cups": []}
\`\`\`
{% endswagger-response %}
{% endswagger %}

{% embed url="https://example.org/page" %}

#### A level that skips one

##### And the fifth

###### And the sixth

1. One
   - A
     - B
2. Two

   With a paragraph

---

| | Two |
| :-- | --: |
| A long cell with \`code\` and **words** | 2 |
`
