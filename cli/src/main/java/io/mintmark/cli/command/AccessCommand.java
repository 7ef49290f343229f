package io.mintmark.cli.command;

import io.mintmark.cli.terminal.Version;
import picocli.CommandLine.Command;

/** {@code mintmark access}: who may do what on a server, told to its data directory or to the store of all nodes. */
@Command(
        name = "access",
        description = {
            "Says who may do what on the server of a data directory: people and programs, known by a certificate or a"
                    + " token.",
            "The first one sets access control up: from then on the server asks every caller, on loopback, too.",
            "A server that runs obeys a change within a second; beside a --store all nodes obey one list, in the store."
        },
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  mintmark access add ada --operator --certificate ada.crt",
            "  mintmark access add shop-backend --allow shop=read-write --expires 90d",
            "  mintmark access list",
            "  mintmark access rotate shop-backend --keep-old 1h",
            "  mintmark access remove shop-backend"
        },
        subcommands = {
            AccessAddCommand.class,
            AccessListCommand.class,
            AccessRotateCommand.class,
            AccessRemoveCommand.class
        })
public final class AccessCommand {
    /** For picocli. */
    public AccessCommand() {}
}
