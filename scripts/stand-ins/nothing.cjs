// commander loads what starts subcommands of other programs; kiva has none.
