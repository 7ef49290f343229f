package io.mintmark.rules.broken.document;

/** Breaks, by this field, a rule that names it. */
public final class DocumentUsesCli {
    final io.mintmark.rules.broken.cli.Command forbidden = new io.mintmark.rules.broken.cli.Command();
}
