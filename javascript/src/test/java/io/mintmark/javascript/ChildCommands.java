package io.mintmark.javascript;

import java.util.ArrayList;
import java.util.List;

/** Processes for scripts as tests start them, by the dozen. */
final class ChildCommands {
    private ChildCommands() {}

    /** Returns the real command, but of a process that compiles quickly and has as much of a busy machine as its test. */
    static ChildCommand quick(ScriptLimits limits) {
        List<String> words = ChildCommand.ofThisProcess(limits, null).words();
        String java =
                words.stream().filter(word -> word.endsWith("java")).findFirst().orElseThrow();
        int at = words.indexOf(java);
        List<String> quick = new ArrayList<>(words.subList(at, words.size()));
        quick.add(1, "-XX:TieredStopAtLevel=1");
        return new ChildCommand(List.copyOf(quick));
    }
}
