package io.mintmark.rules.broken.javascript;

/** Breaks, by this field, a rule that names it. */
public final class ScriptsUseServer {
    final io.mintmark.rules.broken.support.Other forbidden = new io.mintmark.rules.broken.support.Other();
}
