"""A JupyterHub that gives everybody gplsa, on one computer; docs/how/department.md is the guide.

What differs from place to place is read from the environment, which the service unit takes from
/etc/gplsa-hub/settings: nothing here needs to be edited. Secrets stand there, too, so that file
belongs to root and has the mode 600.
"""

import json
import os
import sys
from pathlib import Path
from urllib.request import urlopen

c = get_config()  # noqa: F821 (JupyterHub brings it along)


def setting(name: str, usual: str = "") -> str:
    return os.environ.get(f"GPLSA_HUB_{name}", "") or usual


def words(name: str) -> set[str]:
    return {word for word in setting(name).replace(",", " ").split() if word}


state = Path(setting("STATE", "/var/lib/gplsa-hub"))

# Who may log in: accounts of this computer (pam), or those of an OpenID Connect provider (oidc).
login, spawner = setting("LOGIN", "pam"), setting("SPAWNER", "systemd")
c.Authenticator.admin_users = words("ADMINS")
c.Authenticator.allow_all = setting("PEOPLE") == "all"
c.Authenticator.allowed_users = words("ADMINS") | (words("PEOPLE") - {"all"})
if login == "oidc":
    issuer = setting("OIDC").rstrip("/")
    with urlopen(f"{issuer}/.well-known/openid-configuration", timeout=30) as answer:
        provider = json.load(answer)
    # The homes are those of accounts of this computer, made at the first login; without them, as
    # under the spawner `simple`, everybody is whoever runs the hub: for a trial only.
    login = "generic-oauth" if spawner == "simple" else "local-generic-oauth"
    c.LocalAuthenticator.create_system_users = True
    c.OAuthenticator.client_id = setting("OIDC_CLIENT")
    c.OAuthenticator.client_secret = setting("OIDC_SECRET")
    c.OAuthenticator.authorize_url = provider["authorization_endpoint"]
    c.OAuthenticator.token_url = provider["token_endpoint"]
    c.OAuthenticator.userdata_url = provider["userinfo_endpoint"]
    c.OAuthenticator.oauth_callback_url = f"{setting('ADDRESS')}/hub/oauth_callback"
    c.OAuthenticator.username_claim = setting("OIDC_NAME", "preferred_username")
    c.OAuthenticator.scope = ["openid", "profile", "email"]
    c.Authenticator.auto_login = True
c.JupyterHub.authenticator_class = login

# What one person may take. The spawner of systemd holds everybody to it, processes of readers and
# all; `local` is for computers without systemd, and holds the memory of each process. What is set
# aside and never used counts there, too: hence a gigabyte more.
gigabytes, processors = float(setting("MEMORY", "2")), float(setting("PROCESSORS", "2"))
command = [setting("GPLSA", "/opt/gplsa/bin/gplsa"), "hub"]
c.Spawner.mem_limit = int(gigabytes * 1024**3)
c.Spawner.cpu_limit = processors
c.JupyterHub.spawner_class = "localprocess" if spawner == "local" else spawner
if spawner == "systemd":
    c.SystemdSpawner.isolate_tmp = True
    c.SystemdSpawner.isolate_devices = True
    c.SystemdSpawner.disable_user_sudo = True
else:
    command = ["prlimit", f"--data={c.Spawner.mem_limit + 1024**3}", *command]
c.Spawner.cmd = command
c.Spawner.default_url = "/"
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120
if shared := setting("SHARED"):
    c.Spawner.environment.update({"GPLSA_SHARED": shared})

# A server that nobody uses ends; one that trains is in use, though its person has gone home.
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [
            sys.executable,
            "-m",
            "jupyterhub_idle_culler",
            f"--timeout={setting('IDLE', '3600')}",
            f"--cull-every={setting('CULL_EVERY', '300')}",
        ],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    }
]

# Only the proxy in front, which encrypts, reaches this one.
port = int(setting("PORT", "8000"))
c.JupyterHub.bind_url = f"http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{setting('INNER_PORT', str(port + 1))}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{setting('PROXY_PORT', str(port + 2))}"
c.ConfigurableHTTPProxy.command = [setting("PROXY", "configurable-http-proxy")]
c.JupyterHub.oauth_require_pkce = True
c.JupyterHub.db_url = f"sqlite:///{state / 'hub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(state / "cookie_secret")
c.ConfigurableHTTPProxy.pid_file = str(state / "proxy.pid")
# People's servers go on working while the hub is started anew.
c.JupyterHub.cleanup_servers = False
# How many people may be at work at once: as many as memory holds; 0 for no limit.
c.JupyterHub.active_server_limit = int(setting("SERVERS", "0"))
