"""`gplsa completion`: what makes a shell complete commands, options and choices."""

from argparse import Namespace
from collections.abc import Iterable
from typing import Any

from gplsa.cli.output import tell

SHELLS = ("bash", "zsh", "fish")

_BASH = """\
_gplsa() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" known=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        known="{commands}"
    else
        case "${{COMP_WORDS[1]}} $before" in
{choices}
        esac
        [ -n "$known" ] || case "${{COMP_WORDS[1]}}" in
{options}
        esac
    fi
    COMPREPLY=($(compgen -W "$known" -- "$word"))
}}
complete -o default -F _gplsa gplsa
"""
_ZSH = "autoload -Uz +X compinit bashcompinit && compinit && bashcompinit\n"


def arguments(parser: Any) -> None:
    parser.description = (
        "Print what makes a shell complete the commands of gplsa, their options and choices. For "
        "bash: gplsa completion bash >> ~/.bashrc; zsh: gplsa completion zsh >> ~/.zshrc; fish: "
        "gplsa completion fish > ~/.config/fish/completions/gplsa.fish"
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete them")


def run(options: Namespace) -> None:
    script = _fish() if options.shell == "fish" else _bash()
    if options.shell == "zsh":
        script = _ZSH + script
    tell(options, {"shell": options.shell, "script": script}, *script.splitlines())


def _parts() -> Iterable[tuple[str, list[str], dict[str, list[str]]]]:
    """Of every command its name, options, what it can do, and the choices of options."""
    from gplsa.cli.parser import parser_of
    from gplsa.cli.table import COMMANDS

    for command in COMMANDS:
        parser = parser_of(command)
        among = [one for one in parser._actions if one.choices is not None]
        choices = {flag: [*map(str, a.choices or ())] for a in among for flag in a.option_strings}
        doing = [str(word) for a in among if not a.option_strings for word in a.choices or ()]
        yield command.name, [*doing, *parser.flags()], choices


def _bash() -> str:
    parts = list(_parts())
    choices = "".join(
        f'        "{name} {flag}") known="{" ".join(words)}";;\n'
        for name, _, of in parts
        for flag, words in of.items()
    )
    options = "".join(f'        {name}) known="{" ".join(words)}";;\n' for name, words, _ in parts)
    names = " ".join(name for name, _, _ in parts)
    return _BASH.format(
        commands=f"{names} --help --version", choices=choices.rstrip(), options=options.rstrip()
    )


def _fish() -> str:
    from gplsa.cli.table import COMMANDS

    lines = [
        f"complete -c gplsa -n __fish_use_subcommand -f -a {one.name} -d '{_plain(one.summary)}'"
        for one in COMMANDS
    ]
    for name, words, choices in _parts():
        within = f"complete -c gplsa -n '__fish_seen_subcommand_from {name}'"
        doing = [word for word in words if not word.startswith("--")]
        lines += [f"{within} -a '{' '.join(doing)}'"] if doing else []
        for flag in dict.fromkeys(word for word in words if word.startswith("--")):
            among = f" -x -a '{' '.join(choices[flag])}'" if flag in choices else ""
            lines.append(f"{within} -l {flag[2:]}{among}")
    return "\n".join(lines) + "\n"


def _plain(summary: str) -> str:
    return summary.replace("'", "’")
