/**
 * What was measured: subjects that are measured in turns, the one form of all reports as Markdown, and pictures of
 * published figures, drawn by {@code verify/lab/pictures}.
 *
 * <p>A picture is drawn from the page that a reader sees beside it, so that the two cannot disagree: a test compares
 * the file in git with what the page yields.
 */
@NullMarked
package io.mintmark.lab.report;

import org.jspecify.annotations.NullMarked;
