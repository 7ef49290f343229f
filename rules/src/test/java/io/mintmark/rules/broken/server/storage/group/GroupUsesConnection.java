package io.mintmark.rules.broken.server.storage.group;

/** Breaks: no SQL type in the packages that serve every engine. */
public final class GroupUsesConnection {
    java.sql.@org.jspecify.annotations.Nullable Connection forbidden;
}
