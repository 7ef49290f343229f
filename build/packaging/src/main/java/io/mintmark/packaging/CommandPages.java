package io.mintmark.packaging;

import io.mintmark.cli.CommandModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the sources of the manual pages, in AsciiDoc, and the completions for bash and zsh. */
public final class CommandPages {
    private static final String COMMAND = "mintmark";
    /**
     * The first call of a function that zsh loads on demand runs the file, so its last line has to complete, too; from
     * then on the file's own registration does.
     */
    private static final String FOR_ZSH = "\n_bash_complete -o default -F _complete_" + COMMAND + "\n";

    private CommandPages() {}

    /** Takes the folder of the pages, that of the release, and the version. */
    public static void main(String[] args) throws IOException {
        Path pages = Files.createDirectories(Path.of(args[0]));
        Path completions = Files.createDirectories(Path.of(args[1], "completions"));
        for (Map.Entry<String, String> page : pages(args[2]).entrySet()) {
            Files.writeString(pages.resolve(page.getKey() + ".adoc"), page.getValue());
        }
        Files.writeString(completions.resolve(COMMAND + ".bash"), bash());
        Files.writeString(completions.resolve("_" + COMMAND), zsh());
    }

    /** Returns the page of each command, by its name. */
    static Map<String, String> pages(String version) {
        Map<String, String> pages = new TreeMap<>();
        add(pages, CommandModel.of(version));
        return pages;
    }

    private static void add(Map<String, String> pages, CommandLine line) {
        if (line.getCommand() instanceof CommandLine.HelpCommand) {
            return;
        }
        StringWriter page = new StringWriter();
        ManPageGenerator.writeSingleManPage(new PrintWriter(page, true), line.getCommandSpec());
        pages.put(line.getCommandSpec().qualifiedName("-"), lines(page.toString()));
        line.getSubcommands().values().forEach(each -> add(pages, each));
    }

    static String bash() {
        return lines(AutoComplete.bash(COMMAND, CommandModel.of("")));
    }

    /**
     * A function that is loaded on demand knows no aliases, and should not change options of the shell that it is
     * loaded into.
     */
    static String zsh() {
        String script = bash().replace("  alias compopt=complete\n", "").replace("  setopt COMPLETE_ALIASES\n", "");
        return "#compdef " + COMMAND + "\n" + script + FOR_ZSH;
    }

    /** A release is the same wherever it was built. */
    private static String lines(String text) {
        return text.replace("\r\n", "\n");
    }
}
