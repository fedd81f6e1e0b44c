"""`gplsa completion`: what makes a shell complete commands, options and choices."""

from argparse import Namespace
from typing import Any

from gplsa.cli.output import tell

SHELLS = ("bash", "zsh")

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
        "bash: gplsa completion bash >> ~/.bashrc; zsh: gplsa completion zsh >> ~/.zshrc"
    )
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete them")


def run(options: Namespace) -> None:
    script = (_ZSH if options.shell == "zsh" else "") + _bash()
    tell(options, {"shell": options.shell, "script": script}, *script.splitlines())


def _bash() -> str:
    from gplsa.cli.parser import parser_of
    from gplsa.cli.table import COMMANDS

    names, choices, options = "", "", ""
    for command in COMMANDS:
        name, parser = command.name, parser_of(command)
        words = parser.flags()
        for action in parser._actions:
            among = " ".join(map(str, action.choices or ()))
            for flag in action.option_strings if among else ():
                choices += f'        "{name} {flag}") known="{among}";;\n'
            if among and not action.option_strings:  # what it can do, as `edit` can merge
                words = [among, *words]
        options += f'        {name}) known="{" ".join(words)}";;\n'
        names += f"{name} "
    return _BASH.format(
        commands=f"{names}--help --version", choices=choices.rstrip(), options=options.rstrip()
    )
