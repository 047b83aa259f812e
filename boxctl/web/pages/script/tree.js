// A tree of elements as plain data, and the one place that writes it into the document.
//
// Pages are functions from the state to such a tree. Text only ever becomes a text node, so a name
// is shown as text whatever it contains. An element stays if there is one with its tag and key, or
// without a key the nth of its tag, so that focus and running transitions survive a new state.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make a node. `attrs` are attributes, but: `key` tells a child from its siblings, `style` is an
 * object of CSS properties, and what begins with `on` is a listener. Children may be nodes, text,
 * nested lists, or null and false, which are left out.
 */
export function h(tag, attrs, ...children) {
  return { tag, attrs: attrs || {}, children: children.flat(Infinity).filter(shown) };
}

function shown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/**
 * Make the children of `element` those of the list `nodes`. If the element that has the focus is not among them any
 * more, its nearest ancestor that takes the focus gets it: who uses keys or a screen reader stays where he was.
 */
export function patch(element, nodes) {
  const held = document.activeElement;
  const around = [];
  for (let each = held; element.contains(each); each = each.parentElement) around.push(each);
  replace(element, nodes);
  if (!around.length || document.activeElement === held) return;
  const near = around.find((each) => each.isConnected && each.matches("[tabindex], main, button, a, input, select"));
  if (!near) return;
  if (near.matches("main")) near.tabIndex = -1;
  near.focus({ preventScroll: true });
}

function replace(element, nodes) {
  const wanted = nodes.flat(Infinity).filter(shown);
  const kept = new Map();
  const nameOfChild = namer();
  for (const child of [...element.childNodes]) {
    const name = nameOfChild(child.boxTag || child.nodeName, child.boxKey);
    if (kept.has(name)) child.remove();
    else kept.set(name, child);
  }
  const nameOfNode = namer();
  wanted.forEach((node, place) => {
    const name = nameOfNode(node.tag || "#text", node.attrs && node.attrs.key);
    let child = kept.get(name);
    if (child) kept.delete(name);
    else child = create(node, element);
    if (typeof node === "object") {
      if (node.attrs.key !== undefined) child.boxKey = node.attrs.key;
      write(child, node);
    } else if (child.data !== String(node)) child.data = String(node);
    if (element.childNodes[place] !== child) {
      element.insertBefore(child, element.childNodes[place] || null);
    }
  });
  for (const left of kept.values()) left.remove();
}

/** Return a function that names siblings one after the other: by their key, else by their number. */
function namer() {
  const counts = new Map();
  return (tag, key) => {
    if (key !== undefined) return `${tag} ${key}`;
    const count = counts.get(tag) || 0;
    counts.set(tag, count + 1);
    return `${tag}#${count}`;
  };
}

function create(node, parent) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const inSvg = node.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const element = inSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  element.boxTag = node.tag;
  element.boxAttrs = {};
  return element;
}

function write(element, node) {
  const before = element.boxAttrs;
  const { key, ...attrs } = node.attrs;
  for (const name of Object.keys(before)) if (!(name in attrs)) set(element, name, null, before[name]);
  for (const [name, value] of Object.entries(attrs)) set(element, name, value, before[name]);
  element.boxAttrs = attrs;
  replace(element, node.children);
}

function set(element, name, value, before) {
  if (name.startsWith("on")) element[name] = value;
  else if (name === "style") restyle(element, value || {}, before || {});
  else if (name === "value" || name === "checked") {
    if (value !== before) element[name] = value == null ? "" : value;
  } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (value !== before) element.setAttribute(name, value === true ? "" : String(value));
}

function restyle(element, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) {
    if (before[name] !== value) element.style.setProperty(name, String(value));
  }
}
