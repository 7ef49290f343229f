"""Stands in for a container engine and for a cluster of one machine, as far as docs/containers.md needs them.

Images, volumes, secrets and containers are folders below $ENGINE. An image is layers over the file system of this machine, a container
is processes in namespaces of their own but for the network, without any privilege. What it does not know it refuses, so that a wrong
option on a page is noticed. Needs root, overlay file systems and PyYAML.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import yaml

ENGINE = os.environ["ENGINE"]
NAMESPACE = "default"


def die(text):
    sys.exit(f"engine: {text}")


def place(*names):
    """What stands between the layers of a mount, and between folders, is no part of a name."""
    return os.path.join(ENGINE, *(name.replace("/", "_").replace(":", "_") for name in names))


def folder(*names):
    path = place(*names)
    os.makedirs(path, exist_ok=True)
    return path


def load(kind, name):
    try:
        with open(os.path.join(place(kind, name), "config.json")) as file:
            return json.load(file)
    except FileNotFoundError:
        die(f"there is no {kind[:-1]} {name}")


def save(kind, name, config):
    with open(os.path.join(folder(kind, name), "config.json"), "w") as file:
        json.dump(config, file)


# ---- Images

def layers(image):
    return [os.path.join(folder("images", image), "layer"), os.path.join(folder("base"), "layer"), "/"]


def mount_overlay(lower, upper, at):
    for path in (upper, upper + ".work", at):
        os.makedirs(path, exist_ok=True)
    options = f"lowerdir={':'.join(lower)},upperdir={upper},workdir={upper}.work"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, at], check=True)


def base():
    """Any image with a JRE: this machine's files, with the JRE alone, and nothing that was installed."""
    upper = os.path.join(folder("base"), "layer")
    if os.path.isdir(upper):
        return
    at = folder("base", "mounted")
    mount_overlay(["/"], upper, at)
    for path in ("usr/lib/jvm", "opt", "data"):
        shutil.rmtree(os.path.join(at, path), ignore_errors=True)
    shutil.copytree("/usr/lib/jvm", os.path.join(at, "usr/lib/jvm"), symlinks=True)
    java = os.path.join(at, "usr/bin/java")
    if os.path.lexists(java):
        os.remove(java)
    os.symlink("/usr/lib/jvm/bin/java", java)
    os.makedirs(os.path.join(at, "opt"))
    subprocess.run(["umount", at], check=True)


def instructions(file):
    text = re.sub(r"\\\n", " ", "".join(line for line in open(file) if not line.startswith("#")))
    for line in filter(None, map(str.strip, text.splitlines())):
        word, rest = line.split(None, 1)
        yield word, rest


def build(words):
    given, name, file, context = {}, None, None, None
    while words:
        word = words.pop(0)
        if word == "--build-arg":
            key, value = words.pop(0).split("=", 1)
            given[key] = value
        elif word == "-t":
            name = words.pop(0)
        elif word == "-f":
            file = words.pop(0)
        elif word.startswith("-"):
            die(f"docker build does not know {word}")
        else:
            context = word
    base()
    variables, config = {}, {"env": {}, "user": "0:0", "dir": "/", "entrypoint": [], "cmd": [], "volumes": [], "health": None}
    shutil.rmtree(folder("images", name))
    at = folder("mounted", name)
    mount_overlay(layers(name)[1:], layers(name)[0], at)
    try:
        for word, rest in instructions(file):
            text = re.sub(r"\$\{(\w+)\}", lambda found: {**variables, **config["env"]}[found.group(1)], rest) if word != "RUN" else rest
            if word == "ARG":
                key, _, default = text.partition("=")
                variables[key] = given.get(key, default)
            elif word == "ADD":
                source, target = text.split()
                os.makedirs(at + target, exist_ok=True)
                subprocess.run(["tar", "-xzf", os.path.join(context, source), "-C", at + target], check=True)
            elif word == "RUN":
                environment = [f"{key}={value}" for key, value in variables.items()]
                inside = ["mount --rbind /dev dev", "mount -t proc proc proc", "mount -t tmpfs tmp tmp"]
                inside.append(shlex.join(["exec", "chroot", ".", "env", "-i", "PATH=" + PATH, *environment, "sh", "-ec", rest]))
                subprocess.run(["unshare", "-mpf", "--kill-child", "sh", "-ec", "\n".join(inside)], cwd=at, check=True)
            elif word == "ENV":
                config["env"].update(pair.split("=", 1) for pair in shlex.split(text))
            elif word in ("USER", "WORKDIR"):
                config["user" if word == "USER" else "dir"] = text
            elif word == "VOLUME":
                config["volumes"].append(text)
            elif word in ("ENTRYPOINT", "CMD"):
                config[word.lower()] = json.loads(text)
            elif word == "HEALTHCHECK":
                config["health"] = json.loads(text[text.index("["):])
            elif word not in ("FROM", "LABEL", "EXPOSE", "STOPSIGNAL"):
                die(f"a Dockerfile with {word}")
    finally:
        subprocess.run(["umount", at], check=True)
    save("images", name, config)


# ---- Containers

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def volume(image, name, target):
    """A volume that is new gets the owner and mode of the folder in the image."""
    new = not os.path.isdir(place("volumes", name))
    path = folder("volumes", name)
    for layer in layers(image) if new else []:
        if os.path.isdir(layer + target):
            of = os.stat(layer + target)
            os.chown(path, of.st_uid, of.st_gid)
            os.chmod(path, of.st_mode)
            break
    return path


def container(name, image, command, env, binds, temporary, read_only, user=None, groups=(), detach=True):
    """Starts a container: binds are (folder, target), temporary are (target, options of mount)."""
    config = load("images", image)
    root = folder("containers", name, "root")
    upper = folder("containers", name, "upper")
    user, group = (user or config["user"]).split(":")
    lines = [f"mount -t overlay overlay -o lowerdir={':'.join(layers(image))},upperdir={upper},workdir={folder('containers', name, 'work')} {root}",
             f"cd {root}", "mount --rbind /dev dev", "mount -t proc proc proc", "mount --bind /etc/hosts etc/hosts"]
    for source, target in binds:
        lines += [f"mkdir -p .{target}", f"mount --bind {source} .{target}"]
    for target, options in temporary:
        lines += [f"mkdir -p .{target}", f"mount -t tmpfs -o {options} tmp .{target}"]
    if read_only:
        lines.append("mount -o remount,ro .")
    environment = {"PATH": PATH, **config["env"], **env}
    rights = ["setpriv", f"--reuid={user}", f"--regid={group}", "--no-new-privs", "--bounding-set=-all",
              f"--groups={','.join(groups)}" if groups else "--clear-groups"]
    rights += ["env", "-i", f"--chdir={config['dir']}", *(f"{key}={value}" for key, value in environment.items())]
    lines.append(shlex.join(["exec", "chroot", ".", *rights, *command]))
    words = ["unshare", "-mpf", "--kill-child", "sh", "-ec", "\n".join(lines)]
    if not detach:
        return subprocess.run(words).returncode
    with open(os.path.join(folder("containers", name), "log"), "w") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    while process.poll() is None and not children(process.pid):
        time.sleep(0.01)
    save("containers", name, {"pid": process.pid, "rights": rights, "health": config["health"]})
    return 0


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return file.read().split()
    except FileNotFoundError:
        return []


def first_process(name):
    found = children(load("containers", name)["pid"])
    if not found:
        die(f"the container {name} has ended: " + open(os.path.join(folder("containers", name), "log")).read())
    return found[0]


def execute(name, command, **how):
    rights = load("containers", name)["rights"]
    words = ["nsenter", "--target", first_process(name), "--mount", "--pid", "--root", "--wd=/", *rights, *command]
    return subprocess.run(words, **how).returncode


def remove(name):
    if os.path.isdir(place("containers", name)):
        pid = int(first_process(name))
        os.kill(pid, signal.SIGTERM)
        for _ in range(600):
            if not os.path.exists(f"/proc/{pid}/status") or "\tZ" in open(f"/proc/{pid}/status").read():
                break
            time.sleep(0.1)
        shutil.rmtree(place("containers", name), ignore_errors=True)


def wait(what, ready):
    for _ in range(1200):
        if ready():
            return
        time.sleep(0.1)
    die(f"{what} is not ready after two minutes")


def mount_options(given):
    words = given.split(",") if given else []
    executable = "exec" in words
    return ",".join([word for word in words if word != "exec"] + ["nosuid", "nodev", "mode=1777"] + ([] if executable else ["noexec"]))


def bind(image, given):
    source, target = given.split(":")[:2]
    return (os.path.abspath(source) if source.startswith((".", "/")) else volume(image, source, target), target)


def run(words):
    name, env, volumes, temporary, read_only, detach, rm = f"unnamed-{os.getpid()}", {}, [], [], False, False, False
    while words[0].startswith("-"):
        word = words.pop(0)
        if word == "--name":
            name = words.pop(0)
        elif word == "--env":
            key, value = words.pop(0).split("=", 1)
            env[key] = value
        elif word == "--volume":
            volumes.append(words.pop(0))
        elif word == "--tmpfs":
            target, _, options = words.pop(0).partition(":")
            temporary.append((target, mount_options(options)))
        elif word in ("--restart", "--cap-drop", "--security-opt", "--memory", "--publish"):
            words.pop(0)
        elif word in ("--read-only", "--detach", "--rm"):
            read_only, detach, rm = read_only or word == "--read-only", detach or word == "--detach", rm or word == "--rm"
        else:
            die(f"docker run does not know {word}")
    image = words.pop(0)
    config = load("images", image)
    anonymous = [f"anonymous-{name}:{target}" for target in config["volumes"] if not any(v.split(":")[1] == target for v in volumes)]
    binds = [bind(image, each) for each in volumes + anonymous]
    return container(name, image, config["entrypoint"] + (words or config["cmd"]), env, binds, temporary, read_only, detach=detach)


def compose(words):
    if words[:1] != ["-f"] or words[2:] not in (["up", "--detach", "--wait"], ["down"]):
        die(f"docker compose does not know {words}")
    project = yaml.safe_load(open(words[1]))
    for name, service in project["services"].items():
        known = {"image", "command", "restart", "read_only", "tmpfs", "cap_drop", "security_opt", "mem_limit", "environment", "volumes",
                 "ports", "stop_grace_period"}
        if set(service) - known:
            die(f"a compose file with {set(service) - known}")
        called = f"{project['name']}-{name}-1"
        if words[2] == "down":
            remove(called)
            continue
        image, config = service["image"], load("images", service["image"])
        for each in service.get("volumes", []):
            if not each.startswith((".", "/")) and each.split(":")[0] not in project["volumes"]:
                die(f"the compose file declares no volume for {each}")
        binds = [bind(image, each if each.startswith((".", "/")) else f"{project['name']}_{each}") for each in service.get("volumes", [])]
        temporary = [(each.partition(":")[0], mount_options(each.partition(":")[2])) for each in service.get("tmpfs", [])]
        env = {key: str(value) for key, value in service.get("environment", {}).items()}
        container(called, image, config["entrypoint"] + (service.get("command") or config["cmd"]), env, binds, temporary,
                  service.get("read_only", False))
        wait(called, lambda: execute(called, config["health"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0)
    return 0


# ---- The cluster

def create(words):
    if words[:2] == ["secret", "tls"]:
        name, options = words[2], dict(word[2:].split("=", 1) for word in words[3:])
        pair = [subprocess.run(["openssl", *how, "-in", options[of], "-noout" if of == "cert" else "-pubout", *(["-pubkey"] if of == "cert" else [])],
                               check=True, capture_output=True).stdout for how, of in ((["x509"], "cert"), (["pkey"], "key"))]
        if pair[0] != pair[1]:
            die("the key is not the certificate's")
        files = {"tls.crt": options["cert"], "tls.key": options["key"]}
    elif words[:2] == ["secret", "generic"]:
        name = words[2]
        files = dict(word.removeprefix("--from-file=").split("=", 1) for word in words[3:])
    else:
        die(f"kubectl create does not know {words}")
    if os.path.isdir(place("secrets", name)):
        die(f"there is a secret {name}")
    for key, file in files.items():
        shutil.copyfile(file, os.path.join(folder("secrets", name), key))
    return 0


def pod_volumes(spec, claims, pod, group):
    """Returns the folder of each volume, None for an empty one; of claims, fsGroup's."""
    found = {}
    for each in spec.get("volumes", []):
        if "secret" in each:
            path = place("secrets", each["secret"]["secretName"])
            if not os.path.isdir(path):
                die(f"there is no secret {each['secret']['secretName']}: the pod waits for ever")
            for file in os.listdir(path):
                os.chown(os.path.join(path, file), 0, group)
                os.chmod(os.path.join(path, file), each["secret"]["defaultMode"])
            found[each["name"]] = path
        elif "emptyDir" in each:
            found[each["name"]] = None
        else:
            die(f"a volume {each}")
    for claim in claims:
        path = found[claim["metadata"]["name"]] = folder("volumes", f"{claim['metadata']['name']}-{pod}")
        os.chown(path, 0, group)
        os.chmod(path, 0o2775)
    return found


def variables(given, pod):
    env = {}
    for each in given:
        field = each.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath")
        value = {"metadata.namespace": NAMESPACE, "metadata.name": pod, None: None}[field] if field else each["value"]
        env[each["name"]] = re.sub(r"\$\((\w+)\)", lambda name: env[name.group(1)], value)
    return env


def apply(words):
    for resource in yaml.safe_load_all(open(words[1])):
        if resource["kind"] != "StatefulSet":
            continue
        name, spec = resource["metadata"]["name"], resource["spec"]["template"]["spec"]
        if resource["spec"]["replicas"] != 1:
            print(f"skipped: all pods of {name} but the first: they would need networks of their own")
        pod, security = f"{name}-0", spec["securityContext"]
        found = pod_volumes(spec, resource["spec"].get("volumeClaimTemplates", []), pod, security["fsGroup"])
        for each in spec.get("initContainers", []) + spec["containers"]:
            config, mounts = load("images", each["image"]), each.get("volumeMounts", [])
            binds = [(found[mount["name"]], mount["mountPath"]) for mount in mounts if found[mount["name"]]]
            temporary = [(mount["mountPath"], "mode=1777") for mount in mounts if not found[mount["name"]]]
            command = each.get("command", config["entrypoint"]) + each.get("args", [] if "command" in each else config["cmd"])
            code = container(f"{pod}-{each['name']}", each["image"], command, variables(each.get("env", []), pod), binds, temporary,
                             each["securityContext"]["readOnlyRootFilesystem"], f"{security['runAsUser']}:{security['runAsGroup']}",
                             [str(security["fsGroup"])], detach=each in spec["containers"])
            if code:
                die(f"the container {each['name']} ended with {code}")
        save("workloads", name, {"pod": f"{pod}-{name}", "probe": spec["containers"][0]["readinessProbe"]["httpGet"],
                                 "ports": {port["name"]: port["containerPort"] for port in spec["containers"][0]["ports"]}})
    return 0


def rollout(words):
    if words[0] != "status":
        die(f"kubectl rollout does not know {words}")
    workload = load("workloads", words[1].removeprefix("statefulset/"))
    probe = workload["probe"]
    url = f"{probe['scheme'].lower()}://127.0.0.1:{workload['ports'][probe['port']]}{probe['path']}"

    def ready():
        first_process(workload["pod"])
        return subprocess.run(["curl", "-fsk", "-o", "/dev/null", url]).returncode == 0

    wait(words[1], ready)
    return 0


def port_forward(words):
    """The pods are on this machine's network: what is asked to forward a port to the same one stays until it is ended."""
    if words[1].partition(":")[0] != words[1].partition(":")[2]:
        die("kubectl port-forward knows equal ports alone")
    signal.pause()


COMMANDS = {
    "docker": {"build": build, "run": run, "exec": lambda words: execute(words[0], words[1:]), "compose": compose,
               "rm": lambda words: remove(words[-1])},
    "kubectl": {"create": create, "apply": apply, "rollout": rollout, "port-forward": port_forward},
}

if __name__ == "__main__":
    tool, command, *rest = sys.argv[1:]
    # An engine is a service, and has not the mask of its caller.
    os.umask(0o022)
    if command not in COMMANDS[tool]:
        die(f"{tool} does not know {command}")
    sys.exit(COMMANDS[tool][command](rest) or 0)
