// Keeps a page of Strait up to date. Without it, the page shows how things were when it was opened.
'use strict';

// What is to be drawn, the latest of everything by its name. What comes faster than frames is drawn
// once, and no frame waits for all of it.
const due = new Map();
let planned = false;

function later(name, action) {
  due.set(name, action);
  if (!planned) {
    planned = true;
    requestAnimationFrame(frame);
  }
}

function frame() {
  const until = performance.now() + 4;
  for (const [name, action] of due) {
    due.delete(name);
    action();
    if (performance.now() > until) break;
  }
  planned = due.size > 0;
  if (planned) requestAnimationFrame(frame);
}

/** What a part of the page holds; the focus stays where it was. */
function put(id, html) {
  let place = document.getElementById(id);
  if (!place) {
    // A part that was not there yet when the page was made.
    place = document.createElement('div');
    place.id = id;
    const report = document.getElementById('report');
    if (id.startsWith('report-')) report.append(place);
    else report.before(place);
  }
  const focused = reachable(place).indexOf(document.activeElement);
  const scrolled = [...place.querySelectorAll('.scroll')].map(each => each.scrollLeft);
  place.innerHTML = html;
  place.querySelectorAll('.scroll').forEach((each, i) => { each.scrollLeft = scrolled[i] ?? 0; });
  if (focused >= 0) reachable(place)[focused]?.focus({preventScroll: true});
}

/** What the keyboard reaches in a place, in its order. */
function reachable(place) {
  return [...place.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')];
}

/** A piece of a page, or what is wrong. */
async function ask(address) {
  try {
    const reply = await fetch(address);
    const text = await reply.text();
    return reply.ok ? {html: text} : {wrong: text};
  } catch {
    return {wrong: 'This page is not served any more.'};
  }
}

/** All workers, a cell for each. Only cells that have changed are drawn. */
class WorkerMap {
  constructor(place) {
    this.place = place;
    this.groups = [];
    this.canvases = [];
    this.shades = new Uint8Array(0);
    this.width = 0;
    this.colours = null;
    new ResizeObserver(entries => {
      const width = Math.floor(entries[entries.length - 1].contentRect.width);
      if (width !== this.width) {
        this.width = width;
        this.size();
      }
    }).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.colours = null;
      this.size();
    });
  }

  lay(groups) {
    this.groups = groups;
    this.place.replaceChildren();
    this.canvases = groups.map((group, index) => {
      const title = document.createElement('h3');
      title.textContent = group.name;
      const canvas = document.createElement('canvas');
      canvas.tabIndex = 0;
      canvas.id = 'map-' + index;
      canvas.setAttribute('role', 'img');
      canvas.addEventListener('click', event => this.open(index, this.at(index, event)));
      canvas.addEventListener('keydown', event => this.key(index, event));
      canvas.addEventListener('focus', () => this.mark(index));
      canvas.addEventListener('blur', () => this.mark(index));
      this.place.append(title, canvas);
      return {canvas, to: canvas.getContext('2d'), cell: 0, columns: 1, drawn: null};
    });
    this.size();
  }

  show(text) {
    const bytes = atob(text);
    const fits = bytes.length === this.shades.length;
    const shades = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) shades[i] = bytes.charCodeAt(i);
    this.shades = shades;
    if (fits) this.draw();
    else this.size();
  }

  draw() {
    let first = 0;
    this.groups.forEach((group, index) => {
      const from = first;
      later('map-' + index, () => this.paint(index, from));
      first += group.count;
    });
  }

  /** Cells are as large as fits, so that ten thousand of them do; all are drawn anew. */
  size() {
    const fitting = Math.floor(Math.sqrt(this.width * 300 / Math.max(1, this.shades.length)));
    this.side = Math.max(4, Math.min(18, fitting));
    const ratio = devicePixelRatio || 1;
    this.groups.forEach((group, index) => {
      const map = this.canvases[index];
      map.columns = Math.max(1, Math.floor(this.width / this.side));
      const height = Math.ceil(group.count / map.columns) * this.side;
      map.canvas.width = Math.round(this.width * ratio);
      map.canvas.height = Math.round(height * ratio);
      map.canvas.style.height = height + 'px';
      map.ratio = ratio;
      map.pixels = null;
      map.image = map.canvas.width && map.canvas.height ? map.to.createImageData(map.canvas.width, map.canvas.height) : null;
      map.drawn = null;
    });
    this.draw();
  }

  /** Colours of shades as pixels have them; read once. */
  palette() {
    if (!this.colours) {
      const style = getComputedStyle(document.documentElement);
      const one = document.createElement('canvas');
      one.width = one.height = 1;
      const to = one.getContext('2d', {willReadFrequently: true});
      const pixel = (name, alpha) => {
        to.clearRect(0, 0, 1, 1);
        to.globalAlpha = alpha;
        to.fillStyle = style.getPropertyValue('--' + name).trim();
        to.fillRect(0, 0, 1, 1);
        return new Uint32Array(to.getImageData(0, 0, 1, 1).data.buffer)[0];
      };
      this.colours = {
        ink: style.getPropertyValue('--ink').trim(),
        pixels: [pixel('line', 1), pixel('cut', .35), pixel('bad', 1), pixel('up', 1),
          ...[.2, .4, .6, .8, 1].map(alpha => pixel('busy', alpha))],
      };
    }
    return this.colours;
  }

  /** Draws one cluster; its cells begin there. */
  paint(index, first) {
    const colours = this.palette();
    const group = this.groups[index], map = this.canvases[index];
    if (!map) return;
    const before = map.drawn;
    const after = this.shades.slice(first, first + group.count);
    let here = 0, top = Infinity, bottom = -1;
    for (let i = 0; i < after.length; i++) {
      if (after[i] > 1) here++;
      if (before && before[i] === after[i]) continue;
      this.fill(map, i, after[i], colours.pixels);
      top = Math.min(top, i);
      bottom = i;
    }
    this.reveal(map, top, bottom);
    map.drawn = after;
    if (document.activeElement === map.canvas) this.outline(map, colours.ink);
    if (map.here !== here || !before) {
      map.here = here;
      map.canvas.setAttribute('aria-label',
        `${group.name}: ${here} of ${group.count} workers are here. Arrow keys choose one, Enter shows it.`);
    }
  }

  /** Where a cell is, in pixels of its canvas. */
  box(map, cell) {
    const x = cell % map.columns * this.side, y = Math.floor(cell / map.columns) * this.side;
    const at = length => Math.round(length * map.ratio);
    return [at(x), at(y), at(x + this.side - 1), at(y + this.side - 1)];
  }

  /** Puts a cell into the image: drawing ten thousand shapes would take too long. */
  fill(map, cell, shade, pixels) {
    if (!map.image) return;
    const all = map.pixels ??= new Uint32Array(map.image.data.buffer);
    const [left, top, right, bottom] = this.box(map, cell);
    const width = map.image.width;
    for (let y = top; y < bottom; y++) all.fill(pixels[shade], y * width + left, y * width + right);
    if (shade === 0) {
      // Only its border: nobody is there yet.
      for (let y = top + 1; y < bottom - 1; y++) all.fill(0, y * width + left + 1, y * width + right - 1);
    }
  }

  /** Shows the rows of the image from one cell to another. */
  reveal(map, from, to) {
    if (!map.image || to < from) return;
    const top = this.box(map, from)[1], bottom = this.box(map, to)[3];
    map.to.putImageData(map.image, 0, 0, 0, top, map.image.width, bottom - top + 1);
  }

  /** Draws the cell that is chosen anew, as it is now. */
  mark(index) {
    const map = this.canvases[index];
    if (map.drawn) {
      this.reveal(map, map.cell, map.cell);
      if (document.activeElement === map.canvas) this.outline(map, this.palette().ink);
    }
  }

  outline(map, ink) {
    const [left, top, right, bottom] = this.box(map, map.cell);
    map.to.strokeStyle = ink;
    map.to.lineWidth = 2;
    map.to.strokeRect(left + 1, top + 1, right - left - 2, bottom - top - 2);
  }

  at(index, event) {
    const {canvas, columns} = this.canvases[index];
    const box = canvas.getBoundingClientRect();
    const i = Math.floor((event.clientY - box.top) / this.side) * columns + Math.floor((event.clientX - box.left) / this.side);
    return Math.max(0, Math.min(this.groups[index].count - 1, i));
  }

  key(index, event) {
    const map = this.canvases[index];
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: map.columns, ArrowUp: -map.columns};
    if (event.key in steps) {
      event.preventDefault();
      const from = map.cell;
      this.reveal(map, from, from);
      map.cell = Math.max(0, Math.min(this.groups[index].count - 1, from + steps[event.key]));
      this.mark(index);
    } else if (event.key === 'Enter') {
      this.open(index, map.cell);
    }
  }

  async open(index, cell) {
    const first = this.groups.slice(0, index).reduce((sum, group) => sum + group.count, 0);
    const dialog = document.getElementById('one');
    const piece = await ask(this.place.dataset.of + (first + cell));
    if (piece.wrong) dialog.textContent = piece.wrong;
    else dialog.innerHTML = piece.html;
    const close = document.createElement('button');
    close.textContent = 'Close';
    close.addEventListener('click', () => dialog.close());
    dialog.append(close);
    if (!dialog.open) dialog.showModal();
  }
}

function watch(address) {
  const place = document.getElementById('map');
  const map = place ? new WorkerMap(place) : null;
  const trouble = document.getElementById('trouble');
  const stream = new EventSource(address);
  stream.addEventListener('part', event => {
    const part = JSON.parse(event.data);
    later('part-' + part.id, () => put(part.id, part.html));
  });
  stream.addEventListener('groups', event => {
    if (map) map.lay(JSON.parse(event.data).groups);
    else location.reload();
  });
  stream.addEventListener('shades', event => map?.show(JSON.parse(event.data)));
  stream.addEventListener('wanted', event => {
    const wanted = JSON.parse(event.data);
    document.querySelectorAll('#control form:has(input[name=cluster])').forEach(form => {
      const input = form.querySelector('input[name=workers]'), now = wanted[form.querySelector('input[name=cluster]').value];
      // What somebody has begun to write stays.
      if (now !== undefined && input.value === input.defaultValue) input.value = input.defaultValue = now;
    });
  });
  stream.addEventListener('trouble', event => { trouble.textContent = JSON.parse(event.data).why; });
  let over = false;
  stream.addEventListener('over', event => {
    over = true;
    trouble.textContent = '';
    const link = document.createElement('a');
    link.href = location.href;
    const {why, link: words} = JSON.parse(event.data);
    link.textContent = `${why ?? 'Nothing more comes'}: ${words ?? 'look again'}`;
    trouble.append(link);
  });
  stream.addEventListener('left', event => {
    over = true;
    stream.close();
    trouble.textContent = JSON.parse(event.data).why;
  });
  stream.addEventListener('error', () => {
    if (over) stream.close();
    else if (stream.readyState === EventSource.CLOSED) trouble.textContent = 'The connection is lost. Reload this page to try again.';
    else trouble.textContent = 'The connection is lost; trying again.';
  });
  stream.addEventListener('open', () => { if (!over) trouble.textContent = ''; });
}

/** Sliders that change a plan. */
function play(form) {
  const answer = document.getElementById('answer');
  const knobs = [...form.querySelectorAll('.knob')];
  // What the address says, word for word, until a slider is moved; some of it has no slider.
  const given = new Map();
  for (const change of new URLSearchParams(location.search).getAll('change')) {
    const equals = change.indexOf('=');
    if (equals > 0) given.set(change.slice(0, equals), change.slice(equals + 1));
  }
  const text = knob => {
    const input = knob.querySelector('input');
    const kept = given.get(knob.dataset.path);
    if (kept !== undefined || input.type !== 'range') return kept ?? input.value;
    const value = knob.dataset.log ? Math.exp(Number(input.value)) : Number(input.value);
    const number = knob.dataset.whole ? String(Math.round(value)) : Number(value.toPrecision(3)).toString();
    return number + (knob.dataset.unit ? ' ' + knob.dataset.unit : '');
  };
  const isChanged = knob => {
    const input = knob.querySelector('input');
    return given.has(knob.dataset.path) || input.value !== (input.dataset.start ?? '');
  };
  const changes = () => {
    const query = new URLSearchParams();
    const known = new Set(knobs.map(knob => knob.dataset.path));
    given.forEach((value, path) => { if (!known.has(path)) query.append('change', path + '=' + value); });
    knobs.filter(isChanged).forEach(knob => query.append('change', knob.dataset.path + '=' + text(knob)));
    return query;
  };
  const label = knob => {
    const input = knob.querySelector('input');
    const output = knob.querySelector('output');
    knob.classList.toggle('changed', isChanged(knob));
    if (output) {
      output.textContent = isChanged(knob) ? text(knob) : knob.dataset.text;
      input.setAttribute('aria-valuetext', output.textContent);
    }
  };
  /** Changes without a slider, each with a button that takes it back. */
  const others = document.getElementById('others');
  const list = () => {
    const known = new Set(knobs.map(knob => knob.dataset.path));
    others.replaceChildren();
    given.forEach((value, path) => {
      if (known.has(path)) return;
      const item = document.createElement('li');
      const back = document.createElement('button');
      back.type = 'button';
      back.textContent = 'Take back';
      back.setAttribute('aria-label', `Take back ${path} = ${value}`);
      back.addEventListener('click', () => { given.delete(path); list(); move(); });
      item.append(`${path} = ${value} `, back);
      others.append(item);
    });
  };
  const show = piece => {
    if (piece.wrong) {
      const wrong = document.createElement('p');
      wrong.className = 'wrong';
      wrong.setAttribute('role', 'alert');
      wrong.textContent = piece.wrong;
      answer.replaceChildren(wrong);
    } else {
      answer.innerHTML = piece.html;
    }
    shown();
  };
  const shown = () => {
    document.getElementById('verdict').textContent = answer.querySelector('h2')?.textContent ?? answer.textContent;
    document.getElementById('save-plan').disabled = answer.querySelector('.wrong') !== null;
  };
  // While a slider moves, a sketch will do where plans take long; when it rests, the plan follows.
  let asked = 0, busy = false, again = false, rest = 0;
  const sketch = async () => {
    clearTimeout(rest);
    if (busy) { again = true; return; }
    busy = true;
    show(await ask('/plan/answer?sketch=yes&' + changes()));
    history.replaceState(null, '', location.pathname + (String(changes()) && '?' + changes()));
    busy = false;
    if (again) { again = false; sketch(); }
    else if (answer.querySelector('[data-sketch]')) rest = setTimeout(plan, 300);
  };
  const plan = async () => {
    const number = ++asked;
    const piece = await ask('/plan/answer?' + changes());
    if (number === asked && !busy) show(piece);
  };
  const move = () => { asked++; sketch(); };
  form.addEventListener('input', event => {
    const knob = event.target.closest('.knob');
    given.delete(knob.dataset.path);
    label(knob);
    move();
  });
  form.addEventListener('submit', event => event.preventDefault());
  document.getElementById('as-it-is').addEventListener('click', () => {
    given.clear();
    knobs.forEach(knob => {
      const input = knob.querySelector('input');
      input.value = input.dataset.start ?? '';
      label(knob);
    });
    list();
    move();
  });
  document.getElementById('save-plan').addEventListener('click', () => { location.href = '/plan/file?' + changes(); });
  knobs.forEach(label);
  list();
  shown();
}

const stream = document.body.dataset.stream;
if (stream) watch(stream);
const knobs = document.getElementById('knobs');
if (knobs) play(knobs);
