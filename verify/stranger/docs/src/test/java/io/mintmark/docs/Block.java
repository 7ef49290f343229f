package io.mintmark.docs;

/**
 * A fenced block of the documentation.
 *
 * @param file the page, from the root of the repository
 * @param line the number of the line that opens it
 * @param language what stands after the fence, empty for nothing
 * @param text what is between the fences, each line with its end
 */
record Block(String file, int line, String language, String text) {

    /** Returns the line that the list of blocks that nothing runs knows it by. */
    String firstLine() {
        return text.lines().findFirst().orElse("").strip();
    }

    @Override
    public String toString() {
        return file + ":" + line + " [" + language + "] " + firstLine();
    }
}
