const word = 'Rechtsschutzversicherungsgesellschaften'.repeat(4)
const address = `https://example.org/${'a-very-long-way/'.repeat(12)}end?of=${'x'.repeat(80)}`
const cells = (what: string) => `| ${Array.from({ length: 14 }, (_, at) => `${what}${at}`).join(' | ')} |`

/** Content wider than the page, in every block that could overflow. */
export const longWords = `## ${word}

${word} and ${address} and \`${word}\` and [${address}](${address}).

- ${word}
  - [ ] ${address}

> ${word}

${cells('Column number ')}
${cells('---').replaceAll(/---\d+/g, '---')}
${cells('a_value_without_any_place_to_break_')}

| One | Two |
| --- | --- |
| ${word} | ${address} |

\`\`\`yaml
key: ${'wide code '.repeat(40)}
\`\`\`

$$
${Array.from({ length: 40 }, (_, at) => `x_{${at}} + \\frac{a_{${at}}}{b_{${at}}}`).join(' + ')}
$$

Within a line $$${Array.from({ length: 30 }, (_, at) => `y_{${at}}`).join(' + ')}$$ stands a formula.

{% hint style="info" %}
#### ${word}
${address}
{% endhint %}

{% tabs %}
{% tab title="${word}" %}
${word}
{% endtab %}

{% tab title="Second" %}
${address}
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### ${word}
${address}
{% endstep %}
{% endstepper %}

<details>

<summary>${word}</summary>

${address}

</details>

{% columns %}
{% column %}
${word}
{% endcolumn %}
{% column %}
${address}
{% endcolumn %}
{% endcolumns %}

{% code title="${word}.yaml" %}
\`\`\`yaml
a: 1
\`\`\`
{% endcode %}

{% embed url="${address}" %}

{% file src="https://example.org/${word}.pdf" %}
${word}
{% endfile %}

{% content-ref url="${address}" %}
[${address}](${address})
{% endcontent-ref %}

<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td><strong>${word}</strong></td><td>${address}</td></tr></tbody></table>

{% swagger method="get" path="/${'a-long-path/'.repeat(20)}{${word}}" baseUrl="https://api.example.org" summary="${word}" %}
{% swagger-parameter in="query" name="${word}" type="${word}" required="true" %}
${address}
{% endswagger-parameter %}
{% swagger-response status="200: OK" description="${word}" %}
\`\`\`json
{"cups": "${word}"}
\`\`\`
{% endswagger-response %}
{% endswagger %}

A note.[^long]

[^long]: ${word} ${address}
`
