// Looks at a page with Chromium 79: `node look.js ADDRESS PICTURE WIDTH HEIGHT SELECTOR ...` prints, as JSON, what went
// wrong and where the first of each selector stands; `node look.js unpack` unpacks the browser beside this file.

const { brotliDecompressSync } = require("zlib");
const { readFileSync, writeFileSync } = require("fs");
const { join } = require("path");

const CHROMIUM = join(__dirname, "chromium");

function unpack() {
  const packed = join(__dirname, "node_modules", "chrome-aws-lambda", "bin", "chromium.br");
  writeFileSync(CHROMIUM, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
}

async function look(address, picture, width, height, selectors) {
  const puppeteer = require("puppeteer-core");
  const browser = await puppeteer.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--no-zygote", "--single-process"],
    defaultViewport: { width, height },
  });
  const wrong = [];
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("console", (said) => said.type() === "error" && wrong.push(said.text()));
    await page.goto(address, { waitUntil: "domcontentloaded" });
    await page.waitForSelector("main:not([data-served]) .plaque .words");
    // The address for phones is asked for after the table is drawn, and makes the plaque narrower.
    await page.waitForSelector(".phone-code img");
    await page.waitForFunction(() => [...document.styleSheets].some((each) => each.href && each.href.endsWith("old_browsers.css")));
    await page.evaluate(() => document.fonts.ready.then(() => true));
    const places = await page.evaluate(
      (all) =>
        all.map((selector) => {
          const element = document.querySelector(selector);
          const place = element && element.getBoundingClientRect();
          return place && [place.left, place.top, place.right, place.bottom];
        }),
      selectors,
    );
    await page.screenshot({ path: picture });
    return { version: await browser.version(), wrong, places };
  } finally {
    await browser.close();
  }
}

const [, , address, picture, width, height, ...selectors] = process.argv;
if (address === "unpack") unpack();
else look(address, picture, Number(width), Number(height), selectors).then((found) => console.log(JSON.stringify(found)));
