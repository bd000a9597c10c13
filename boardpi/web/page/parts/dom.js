// Elements made from plain data. Texts become text nodes: nothing here can turn a name into markup.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, facts = {}, ...inside) {
  return dress(document.createElement(tag), facts, inside);
}

export function draw(tag, facts = {}, ...inside) {
  return dress(document.createElementNS(SVG, tag), facts, inside);
}

/** Put these attributes on an element; `onclick` and its like take functions, null takes away. */
export function mark(element, facts) {
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false)
      element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

export function refill(element, ...inside) {
  element.replaceChildren(...inside.flat().filter(isThere));
  return element;
}

function dress(element, facts, inside) {
  mark(element, facts);
  element.append(...inside.flat().filter(isThere));
  return element;
}

function isThere(child) {
  return child !== null && child !== undefined && child !== false;
}
