package io.mintmark.rules.broken.javascript;

/** Breaks, by this field, a rule that names it. */
public final class EngineRunsAScript {
    org.graalvm.polyglot.@org.jspecify.annotations.Nullable Context forbidden;
}
