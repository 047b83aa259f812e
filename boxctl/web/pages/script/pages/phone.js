// The page for the phone and the laptop: the table, its rulings and rules, and a hand on the box.

import { h } from "../tree.js";
import { plaque, readAloud, turnPlate } from "../parts/announcement.js";
import { anotherMatch, isPlayed } from "../parts/another_match.js";
import { box } from "../parts/levers.js";
import { coachAdvice, coachChoice, coachPanel } from "../parts/coach.js";
import { load, openDialog } from "../parts/dialogs.js";
import { actions, handsOn, mayAct } from "../parts/hands.js";
import { savedWords } from "../parts/own_rules.js";
import { calledIn, eveningTable, scoreSheet } from "../parts/score_sheet.js";
import { seatButton, seatTable, whoAreYou } from "../parts/seat.js";
import { choice, settings } from "../parts/settings.js";
import { story } from "../parts/story.js";
import { tapTable } from "../parts/tap_table.js";
import { act, askCoach, askOurRules, giveCode, keptToken, showCode } from "../live/acting.js";
import { putIntoAddress, queryOf, rulesIn } from "../live/asked_rules.js";
import { keepAwake } from "../live/awake.js";
import { celebrations, ribbonsIn } from "../live/celebrating.js";
import { coachHere } from "../live/coaching.js";
import { dictation } from "../live/dictation.js";
import { give, mark, marks, newsOf, preferFeedback, shakes, sounds } from "../live/feedback.js";
import { ourRulesHere } from "../live/our_rules.js";
import { whilePressed } from "../live/press.js";
import { lastRuling } from "../live/reader.js";
import { isTurnOf, keepSeat, keptSeat, seatAt } from "../live/seat.js";
import { followTable } from "../live/table_page.js";
import { say } from "../live/texts.js";
import { journalHere, page } from "../live/wire.js";

/** Acts that count once when two people press at once. */
const IN_TURN = ["throw", "throw_one", "type_throw", "withdraw_throw", "take_back", "confirm", "new", "match", "overrule"];

/** Acts that are rare while a match is played: on a phone they stand behind "More". */
const RARE = ["report", "new", "match"];

/** Acts that end the match that is played: whoever plays it is asked first. */
const ENDING = ["new", "match"];

/** Pixels; on a narrower screen the sheet shows fewer rounds. */
const NARROW = 480;

/** Pixels; on a screen that is lower, as on one that is narrower, what is rare stands behind "More". */
const LOW = 544;

/** Draw the page from what it `has`: the state, its throw, the connection, `hands`, `coach`, whether it is `narrow` or `small`. */
export function phonePage({ state, thrown, connected, aloud, hands, coach, open, narrow, small }) {
  const onMove = mayAct(hands) && state.actions.includes("move") ? (tile) => hands.act(moveOf(state, tile)) : null;
  const evening = eveningTable(state);
  const tapped = isTapped(state, hands);
  const seat = seatHere(state, hands);
  const coaches = state.coaches && mayAct(hands);
  const coached = coaches && (small ? coachAdvice(coach) : coachPanel(coach));
  const rare = small && !tapped && !seat && mayAct(hands) ? rareActs(state) : new Set();
  return [
    h(
      "header",
      { class: tapped || seat ? "top is-small" : "top" },
      h("h1", {}, state.rules.name),
      h("p", { class: `connection${connected ? "" : " is-cut"}`, role: "status" }, connected ? "" : say("Not connected")),
      h("button", { type: "button", class: "quiet", onclick: open.settings }, say("Settings")),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: `table${tapped ? " tapping" : seat ? " seated" : ""}` },
        tapped && tapTable(state, aloud, hands, onMove, open.why),
        seat && seatTable(state, thrown, aloud, hands, seat, onMove),
        !tapped && !seat && [turnPlate(state, true), canSit(hands) && whoAreYou(state, hands), box(state, thrown, onMove), plaque(state, open.why), readAloud(aloud), state.lesson && hands.lessonPanel && hands.lessonPanel(state, hands.asked), hands.linked && hands.linkedMatch(state, hands, mayAct(hands)), handsOn(state, hands, rare), !state.lesson && coached, learning(state, hands)],
        state.troubles.map((trouble) => h("p", { class: "trouble", key: trouble.device }, trouble.text)),
      ),
      h(
        "div",
        { class: "beside" },
        h("div", { class: "paper" }, scoreSheet(state, narrow ? 3 : undefined), state.pool && h("p", { class: "pool" }, state.pool), state.over && state.match && h("button", { type: "button", class: "quiet", onclick: open.card }, say("The card"))),
        evening && h("div", { class: "paper" }, evening),
        tapped && [learning(state, hands), hands.linked && hands.linkedMatch(state, hands, mayAct(hands)), !(small && isPlayed(state)) && matchHere(state, hands), coached],
        story(state, open.why),
        h("nav", { key: "links", class: "more", "aria-label": say("More") }, lookups(open), !small && otherPages(state, hands, open)),
        small && folded(rareHere(state, hands, rare, coaches && coach, tapped), otherPages(state, hands, open)),
      ),
    ),
  ];
}

/** Return the acts that are rare now; before a match and after it none are. */
function rareActs(state) {
  return new Set(isPlayed(state) && !state.question ? RARE : []);
}

/** Draw the way to the first match, in a browser of one's own, where nothing is lost by it. */
function learning(state, hands) {
  const may = journalHere() && !isPlayed(state) && !state.lesson && state.actions.includes("match");
  return may && h("button", { key: "learn", type: "button", class: "quiet", onclick: () => hands.act({ do: "match", guided: true }) }, say("Learn in ten minutes"));
}

function matchHere(state, hands) {
  return state.actions.includes("match") && anotherMatch(state, hands);
}

/** Draw what is rare at the table, folded, and the way to other `pages`. */
function folded(rare, pages) {
  return h("details", { key: "more", class: "names is-more" }, h("summary", {}, say("More")), rare, h("div", { key: "pages", class: "more" }, pages));
}

function rareHere(state, hands, rare, coach, tapped) {
  const others = new Set(state.actions.filter((act) => !rare.has(act)));
  const acts = rare.size > 0 && state.actions.some((act) => rare.has(act));
  return [
    coach && h("div", { key: "coach", class: "coach row" }, coachChoice(coach)),
    acts && h("div", { key: "rare" }, actions(state, hands, others)),
    tapped && isPlayed(state) && h("div", { key: "match" }, matchHere(state, hands)),
  ];
}

/** What people look up in a dispute: it is always at hand. */
function lookups(open) {
  return [
    h("button", { key: "rules", type: "button", onclick: open.rules }, say("The rules")),
    h("a", { key: "ask", class: "button", href: page("ask") }, say("Ask the referee")),
  ];
}

function otherPages(state, hands, open) {
  return [
    h("a", { key: "puzzles", class: "button", href: page("puzzles") }, say("Puzzles")),
    h("a", { key: "replay", class: "button", href: page("replay") }, say("Replay")),
    h("a", { key: "record", class: "button", href: page("record") }, say("The record")),
    page("tv") && h("a", { key: "tv", class: "button", href: page("tv") }, say("Television")),
    canSit(hands) && seatButton(state, hands),
    journalHere() && h("button", { key: "join", type: "button", class: "join", onclick: open.join }, say("Join a box")),
  ];
}

/** Whether a box of wood is tapped on this page, which senses nothing of it. */
function isTapped(state, hands) {
  return Boolean(state.taps && state.taps.of) && mayAct(hands);
}

/** Whether this device may be somebody's tonight: a box has many phones, a game in this browser has one page. */
function canSit(hands) {
  return mayAct(hands) && !journalHere();
}

/** Return whose seat this device has; empty for none. */
function seatHere(state, hands) {
  return canSit(hands) ? seatAt(state) : "";
}

/** Return the act that moves a tile from where this state shows it: two fingers move it once. */
function moveOf(state, number) {
  const { state: stands } = state.tiles.find((tile) => tile.number === number);
  return { do: "move", tile: number, ...(stands === "unknown" ? {} : { to: stands === "open" ? "shut" : "open" }) };
}

function start() {
  const windowOver = document.querySelector("dialog");
  const celebrate = celebrations(ribbonsIn(document.querySelector(".celebration")));
  const offline = () => say("The box does not answer.");
  /** @type {any} */
  const has = { ...sizeOfScreen() };
  has.open = {
    settings: () => openDialog(windowOver, say("Settings"), settings(has.open.settings, feedbackHere(has) && feedbackChoices(has.open.settings, !isTapped(has.state, has.hands)))),
    rules: async () => {
      const rules = await load("/rules.json");
      openDialog(windowOver, say("The rules"), rules ? (await import("../parts/rule_page.js")).ruleSections(rules) : h("p", {}, offline()));
    },
    // What these show is loaded when they open: it is no part of the first picture.
    join: async () => (await import("../parts/join_box.js")).openJoinBox(windowOver),
    card: async () => (await import("../parts/match_card.js")).openMatchCard(windowOver, has.state.match),
    why: async (ruling) => {
      const why = await load(`/rulings/${ruling.number}?match=${has.state.match}`);
      if (why) has.hands.asked = ruling.number;
      openDialog(windowOver, say("Why?"), why ? (await import("../parts/why.js")).basis(why, has.state.actions.includes("overrule") ? overrule : null) : h("p", {}, offline()));
      draw();
    },
  };
  const overrule = async (body) => {
    if (!(await has.hands.act(body))) return has.hands.trouble;
    windowOver.close();
    scrollTo(0, 0);
    return "";
  };
  let draw = () => {};
  has.coach = coachHere((mode, signal) => askCoach(mode, has.hands.token, offline(), signal), () => draw());
  const coached = () => {
    if (has.state && has.state.coaches && mayAct(has.hands)) has.coach.follow(has.state);
  };
  const handsChanged = () => {
    // Who has just given the code is advised on this moment, too.
    coached();
    draw();
  };
  has.hands = handsOfThisDevice(handsChanged, offline, () => has.state, windowOver);
  let before = null;
  const onState = (state, isNews) => {
    celebrate(state, isNews);
    coached();
    has.hands.heardThrow(state, before);
    if (state.lesson && !has.hands.lessonPanel) {
      import("../parts/lesson.js").then((part) => {
        has.hands.lessonPanel = part.lessonPanel;
        draw();
      });
    }
    const tapped = isTapped(state, has.hands);
    has.hands.seatLooks(state);
    const seat = seatHere(state, has.hands);
    keepAwake((tapped || Boolean(seat)) && !state.over);
    if (tapped || seat) give(newsOf(before, state, seat));
    if (tapped) has.hands.hear(state);
    before = state;
  };
  const titleOf = (state) => {
    const seat = seatHere(state, has.hands);
    const marked = seat ? mark(isTurnOf(seat, state)) : "";
    return marked ? `${marked}${say("Your turn")} · ${state.rules.name}` : state.rules.name;
  };
  has.hands.entitle = () => {
    if (has.state) document.title = titleOf(has.state);
  };
  const goesOn = (state) => Boolean(seatHere(state, has.hands));
  followTable(has, phonePage, { onState, onHeard: () => has.hands.heard(), titleOf, goesOn }).then((drawing) => {
    draw = drawing;
    const word = wordOfLink();
    if (word) has.hands.give(word);
    has.hands.takeLink(rulesIn(location.search));
  });
  window.addEventListener("resize", () => {
    Object.assign(has, sizeOfScreen());
    draw();
  });
}

function sizeOfScreen() {
  const narrow = innerWidth < NARROW;
  return { narrow, small: narrow || innerHeight < LOW };
}

/** Whether this page has anything to be felt or heard: it taps a box, or has a seat. */
function feedbackHere({ state, hands }) {
  return Boolean(state) && (isTapped(state, hands) || Boolean(seatHere(state, hands)));
}

/** Draw the choices of what is felt and heard, and of what a turn `marks`. */
function feedbackChoices(redraw, marked) {
  const change = (name) => (on) => {
    preferFeedback({ [name]: on });
    redraw();
  };
  return [
    choice(say("Shakes when it refuses, and at your turn"), shakes(), change("shakes")),
    choice(say("Sounds when it refuses, and at your turn"), sounds(), change("sounds")),
    marked && choice(say("Marks the tab and the icon at your turn"), marks(), change("marks")),
  ];
}

/** Take the word out of the link from the table: nobody passes it on with the address. Empty without one. */
function wordOfLink() {
  const word = location.hash.slice(1);
  if (!/^[a-z2-7]{16}$/.test(word)) return "";
  history.replaceState(null, "", location.pathname + location.search);
  return word;
}

/**
 * Return what this device may do: its token, what was typed, and the ways to act. `shown` returns the state on the page;
 * rules are changed in `windowOver`, a dialog element.
 */
function handsOfThisDevice(draw, offline, shown, windowOver) {
  const hands = {
    token: keptToken(),
    typed: [],
    again: false,
    trouble: "",
    silent: false,
    news: "",
    games: null,
    matchForm: null,
    seats: 0,
    offers: null,
    wanted: "",
    wantedSeats: 0,
    saved: "",
    fileTrouble: "",
    box: null,
    boxTrouble: "",
    beginTrouble: "",
    dictate: null,
    listening: false,
    freed: "",
    entitle: () => {},
  };
  const told = ({ words, silent }, news = "") => {
    Object.assign(hands, { trouble: words, silent, news });
    draw();
  };
  hands.heard = () => {
    // "The box does not answer" is no longer so.
    if (hands.silent) told({ words: "", silent: false });
  };
  const mayEnd = async (body) => {
    const state = shown();
    if (!ENDING.includes(body.do) || !state || !isPlayed(state) || state.question) return true;
    return (await import("../parts/break_off.js")).asksToBreakOff(windowOver, state);
  };
  const send = async (body) => {
    // A press is meant for what was seen: somebody else may be faster.
    const seen = IN_TURN.includes(body.do) ? { seen: shown() ? lastRuling(shown()).number : 0 } : {};
    const seat = shown() ? seatHere(shown(), hands) : "";
    const answer = await whilePressed(act({ ...body, ...seen, ...(seat ? { seat } : {}) }, hands.token, offline()));
    if (answer.refused) hands.token = "";
    return answer;
  };
  hands.act = async (body) => {
    if (!(await mayEnd(body))) return false;
    const answer = await send(body);
    told(answer);
    return !answer.words;
  };
  /** Begin a match of the form, which closes, so that the table is seen; why it cannot be is said in the form. */
  hands.begin = async (body, form) => {
    if (!(await mayEnd(body))) return;
    const answer = await send(body);
    hands.beginTrouble = answer.refused ? "" : answer.words;
    told(hands.beginTrouble ? { words: "", silent: false } : answer);
    if (answer.words) return;
    hands.want("");
    for (let around = form.closest("details"); around; around = around.parentElement.closest("details")) around.open = false;
    scrollTo(0, 0);
  };
  Object.assign(hands, { linked: null, linkedMatch: null });
  hands.takeLink = async (query) => {
    if (!query) return;
    hands.linkedMatch = (await import("../parts/linked_match.js")).linkedMatch;
    hands.linked = await load(`/linked-rules.json${query}`);
    draw();
  };
  hands.leaveLink = () => {
    putIntoAddress("");
    hands.linked = null;
    draw();
  };
  hands.give = async (code) => {
    const answer = await giveCode(code, offline());
    hands.token = answer.token;
    told(answer, answer.token && say("You take part now."));
  };
  hands.takeSeat = (name) => {
    keepSeat(name, hands.token);
    hands.freed = "";
    hands.entitle();
    told({ words: "", silent: false }, name ? say("You are {name}.", { name: calledIn(shown(), name) }) : "");
    // The question stood below the box.
    scrollTo(0, 0);
  };
  hands.leaveSeat = () => {
    keepSeat(null, hands.token);
    mark(false);
    hands.entitle();
    draw();
  };
  hands.seatLooks = (state) => {
    const { name } = keptSeat();
    if (!canSit(hands) || !name || !state.seats || seatAt(state)) return;
    hands.freed = say("{name} does not play here any more: this phone is free.", { name });
    hands.news = hands.freed;
    hands.leaveSeat();
  };
  hands.showCode = async () => told(await showCode(offline()));
  hands.sit = (seats) => {
    hands.seats = seats;
    draw();
  };
  hands.askGames = async () => {
    hands.matchForm = (await import("../parts/new_match.js")).matchForm;
    hands.games = hands.games || (await load("/games.json"));
    // Only a browser simulates the box of a file that it is given.
    if (journalHere()) hands.box = hands.box || (await load("/simulated-box"));
    draw();
  };
  hands.askOffers = async () => {
    hands.offers = (await load("/tonight.json")) || hands.offers;
    draw();
  };
  hands.want = (game) => {
    Object.assign(hands, { wanted: game, saved: "", fileTrouble: "", beginTrouble: "" });
    draw();
  };
  hands.wantSeats = (count) => {
    hands.wantedSeats = count;
    draw();
  };
  hands.type = (faces) => {
    hands.typed = faces;
    draw();
  };
  hands.throwAgain = (again) => {
    Object.assign(hands, { again, typed: [] });
    draw();
  };
  /** Forget what was typed of a throw that this state does not wait for any more. */
  hands.heardThrow = (state, before) => {
    const waits = state.actions.includes("type_throw") && before && state.dice.number === before.dice.number;
    if (!waits && (hands.again || hands.typed.length)) hands.throwAgain(false);
  };
  hands.hear = dictatedThrows(hands, draw);
  const mayBegin = () => Boolean(shown()) && shown().actions.includes("match");
  changeRulesIn(windowOver, hands, offline, told, draw, { mayEnd, mayBegin });
  return hands;
}

/** Return what offers hands to say a throw, once per language, where this device understands it. */
function dictatedThrows(hands, draw) {
  let language = "";
  return async (state) => {
    if (state.language === language || !state.taps || state.taps.of !== "box_and_dice") return;
    language = state.language;
    const listen = await dictation(language);
    const ended = () => {
      hands.listening = false;
      draw();
    };
    hands.dictate =
      listen &&
      (() => {
        hands.listening = true;
        listen((text) => hands.act({ do: "type_throw", text }), ended);
        draw();
      });
    if (listen) draw();
  };
}

/** Let hands change the rules of a game in a window, a dialog element. `told` shows an answer of the box on the page; `mayEnd(act)` asks first, `mayBegin()` tells whether a match can be begun by any rules. */
function changeRulesIn(windowOver, hands, offline, told, draw, { mayEnd, mayBegin }) {
  const ask = async (address, body) => {
    const answer = await askOurRules(address, body, hands.token, offline());
    if (answer.refused) {
      hands.token = "";
      rules.leave();
      windowOver.close();
      told(answer);
    }
    return answer;
  };
  const rules = ourRulesHere(ask, async () => {
    const { ourRules } = await import("../parts/our_rules.js");
    if (rules.form) openDialog(windowOver, say("Change the rules: {game}", { game: rules.form.title }), ourRules(rules, keep, mayBegin() ? () => windowOver.close() : null));
  });
  windowOver.addEventListener("close", async () => {
    // Whoever closes the window has not lost what was changed: it stands there like rules of a link.
    const changed = mayBegin() ? rules.unsaved() : null;
    rules.leave();
    if (!changed) return;
    const query = queryOf(changed);
    putIntoAddress(query);
    await hands.takeLink(query);
    const linked = document.querySelector(".is-linked");
    if (linked) linked.scrollIntoView({ block: "center" });
  });
  async function keep(title) {
    const game = await rules.save(title);
    if (!game) return;
    rules.leave();
    windowOver.close();
    await isSaved(game);
  }
  async function isSaved(game) {
    if (hands.offers) await hands.askOffers();
    if (hands.games) hands.games = (await load("/games.json")) || hands.games;
    Object.assign(hands, { wanted: game.id, saved: game.title, fileTrouble: "" });
    told({ words: "", silent: false }, savedWords(game.title));
  }
  const handOver = async (file, send) => (await import("../live/game_file.js")).handOver(file, send);
  hands.takeGame = async (file) => {
    const { told: game, words } = await handOver(file, (text) => ask("/our-rules/file", { text }));
    if (!words) await isSaved(game);
    else if (hands.token) {
      Object.assign(hands, { saved: "", fileTrouble: words });
      draw();
    }
  };
  hands.takeBox = async (file) => {
    if (!(await mayEnd({ do: "match" }))) return;
    const begin = (text) => ask("/simulated-box", { text });
    const { told: box, words } = await (file ? handOver(file, begin) : begin(""));
    Object.assign(hands, words ? { boxTrouble: words } : { box, boxTrouble: "" });
    draw();
  };
  hands.changeRules = async (game, settings = null) => {
    const words = await rules.begin(game, settings);
    if (words && hands.token) told({ words, silent: words === offline() });
  };
}

if (typeof document !== "undefined" && document.body.dataset.page === "phone") start();
