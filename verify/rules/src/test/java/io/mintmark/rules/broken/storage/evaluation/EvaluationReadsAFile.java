package io.mintmark.rules.broken.storage.evaluation;

/** Breaks, by this field, a rule that names it. */
public final class EvaluationReadsAFile {
    final java.nio.file.Path forbidden = java.nio.file.Path.of("rows");
}
