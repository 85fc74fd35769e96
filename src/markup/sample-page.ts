/** A page with every kind of block, for the tests of this module. */
export const samplePage = `# Brew coffee <a href="#brew" id="brew"></a>

A cup takes **four** minutes and \`18 g\` of *ground* coffee.[^1] See [the grinder](grinder.md "How fine") or <https://example.org/beans>.

## Before you begin

{% hint style="warning" %}
### Hot water
The kettle is hot. Keep [children](safety.md#children) away.

- Use a stand
- Wear gloves
{% endhint %}

| Method | Time | Grams |
| --- | :-: | --: |
| V60 | 3 min | 15 |
| \`Chemex\` | 4 min | 30 |

- [x] Boil the water
- [ ] Rinse the *filter*

{% tabs %}
{% tab title="Filter" %}
{% code title="brew.js" lineNumbers="true" overflow="wrap" %}
\`\`\`js {2}
const water = 250
pour(water)
\`\`\`
{% endcode %}
{% endtab %}

{% tab title="Press" %}
Wait, then press.
{% endtab %}
{% endtabs %}

{% stepper %}
{% step %}
### Grind
As fine as sand.
{% endstep %}
{% step %}
### Pour
Slowly.
{% endstep %}
{% endstepper %}

<details>

<summary>Why is it bitter?</summary>

The water was <mark style="color:red;">too hot</mark>.

</details>

<figure><img src=".gitbook/assets/cup (1).png" alt="A cup" width="200"><figcaption><p>The <a href="cups.md">cup</a></p></figcaption></figure>

{% columns %}
{% column width="50%" %}
Left
{% endcolumn %}
{% column %}
Right
{% endcolumn %}
{% endcolumns %}

{% content-ref url="grinder.md" %}
[grinder.md](grinder.md)
{% endcontent-ref %}

{% embed url="https://www.youtube.com/watch?v=a1b2c3d4e5f" %}
A film
{% endembed %}

{% file src="files/list.pdf" %}
Shopping list
{% endfile %}

{% openapi src="api.yaml" path="/cups/{id}" method="post" %}
[api.yaml](api.yaml)
{% endopenapi %}

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>Beans</strong></td><td><a href="beans.md">beans.md</a></td></tr></tbody></table>

### Before you begin

![Beans](<my beans.png> "Roasted")

$$
m = \\rho V_1
$$

> A quotation
> of two lines

1. One
2. Two

[^1]: For one person.

[roast]: roast.md
`
