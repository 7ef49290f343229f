package io.mintmark.lab.broken.document;

/** Breaks, by this field, a rule that names it. */
public final class DocumentUsesCli {
    final io.mintmark.lab.broken.cli.Command forbidden = new io.mintmark.lab.broken.cli.Command();
}
