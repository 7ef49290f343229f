package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.cli.terminal.OneLine;
import io.mintmark.cli.terminal.Variables;
import io.mintmark.internal.Spelling;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a person reads when a command cannot do its work: one line that names rule, value and remedy. */
final class ErrorPrinter implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Variables variables;

    ErrorPrinter(Variables variables) {
        this.variables = variables;
    }

    @Override
    public int handleParseException(ParameterException refusal, String[] args) {
        CommandLine line = refusal.getCommandLine();
        complain(
                line,
                text(refusal).replaceFirst("\\.$", "") + "; see "
                        + line.getCommandSpec().qualifiedName() + " --help");
        return Mintmark.WRONG_USAGE;
    }

    private String text(ParameterException refusal) {
        ArgSpec argument = refusal.getArgSpec();
        if (argument != null && badValue(refusal) instanceof BadValueException bad) {
            return variables.origin(argument) + " " + bad.getMessage();
        }
        return refusal instanceof UnmatchedArgumentException unmatched
                ? text(unmatched, refusal.getCommandLine())
                : String.valueOf(refusal.getMessage());
    }

    /** Values of options that are none may be passwords, so only the first such option is named. */
    private static String text(UnmatchedArgumentException refusal, CommandLine line) {
        String first =
                refusal.getUnmatched().isEmpty() ? "" : refusal.getUnmatched().get(0);
        if (!first.startsWith("-")) {
            return refusal.getMessage() + guess(meantCommand(first.toLowerCase(Locale.ROOT), line));
        }
        String option = first.replaceFirst("=.*", "");
        List<String> meant = Spelling.nearest(
                        option, line.getCommandSpec().optionsMap().keySet())
                .filter(name -> Spelling.isSlip(option, name))
                .map(List::of)
                .orElseGet(refusal::getSuggestions);
        return "Unknown option: '" + option + "'" + guess(meant);
    }

    /** The nearest command; what picocli suggests has some letters in common, and may be far from what was typed. */
    private static List<String> meantCommand(String typed, CommandLine line) {
        return Spelling.nearest(typed, line.getSubcommands().keySet())
                .filter(name -> Spelling.isSlip(typed, name))
                .map(List::of)
                .orElse(List.of());
    }

    private static String guess(List<String> meant) {
        return meant.isEmpty() ? "" : ", did you mean " + String.join(" or ", meant) + "?";
    }

    private static @Nullable Throwable badValue(Throwable refusal) {
        @Nullable Throwable cause = refusal;
        while (cause != null && !(cause instanceof BadValueException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
        if (failure instanceof MintmarkException) {
            complain(line, String.valueOf(failure.getMessage()));
        } else {
            complain(line, "a defect of Mintmark, please report it: " + failure);
            line.getErr().print(JdbcSecrets.hide(stackOf(failure)));
            line.getErr().flush();
        }
        return Mintmark.FAILED;
    }

    private static String stackOf(Exception failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        return stack.toString();
    }

    /** Prints a line on standard error. */
    static void complain(CommandLine line, String text) {
        line.getErr().println("mintmark: " + OneLine.of(JdbcSecrets.hide(text)));
        line.getErr().flush();
    }
}
