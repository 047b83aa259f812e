"""The documentation site: every page of the checkout that is for people, linked as it stands.

``make docs`` builds it into ``build/site``. The source folder is the checkout itself, so that a
link between two pages works on the site as it does in an editor. A link to nothing is an error.
"""

project = "boxctl"
author = "The boxctl founders"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/variants/*.md",
    "examples/README.md",
    "examples/*/README.md",
    "firmware_bridge/README.md",
    "hardware/gpio/pin_factory/README.md",
    "tests/virtual_pi/README.md",
    "boxctl/odds/the_300/README.md",
    "boxctl/web/pages/vendor/README.md",
]

myst_heading_anchors = 4
# A heading such as "[box]: the wood." is code and a link target, not a reference of its own.
myst_enable_extensions = ["attrs_block"]

html_theme = "furo"
html_title = "boxctl"
