# lqcd/package/Names.pm: the names that items of Source.pm define and mention, after macro expansion: T(lqcd_su3) in a
# template for the tag vf mentions lqcd_su3_vf. The table of macros grows with the items: they come in their order.
package Names;
use v5.36;
use Text;

sub new { return bless { macros => {}, pushed => {}, raw => {}, uses => {} }, $_[0] }

# One directive changes the table of macros.
sub define ($self, $directive) {
	my $macros = $self->{macros};
	$self->{uses} = {};
	if ($directive =~ /^\s*#\s*define\s+(\w+)(\(([^)]*)\))?(.*)/s) {
		my ($name, $function, $parameters, $body) = ($1, defined $2, $3, $4);
		my @parameters = $function ? $parameters =~ /(\w+|\.\.\.)/g : ();
		my %number = map { ($parameters[$_] eq '...' ? '__VA_ARGS__' : $parameters[$_]) => $_ } 0 .. $#parameters;
		push @{ $macros->{$name} }, {
			function => $function, steps => steps_of(Text::tokens_of($body), \%number),
			variadic => @parameters && $parameters[-1] eq '...' ? $#parameters : -1,
		};
		return $name;
	}
	if ($directive =~ /^\s*#\s*undef\s+(\w+)/) {
		delete $macros->{$1};
		return $1;
	}
	push @{ $self->{pushed}{$1} }, $macros->{$1} if $directive =~ /^\s*#\s*pragma\s+push_macro\("(\w+)"\)/;
	if ($directive =~ /^\s*#\s*pragma\s+pop_macro\("(\w+)"\)/) {
		my $old = pop @{ $self->{pushed}{$1} };
		if ($old) { $macros->{$1} = $old } else { delete $macros->{$1} }
	}
	return undef;
}

# The body of a macro, a list of [tokens, parameter, pasted, raw]: tokens that stay, or the number of a parameter; whether ##
# joins them to what is before, and whether the argument is not expanded.
sub steps_of ($body, $number) {
	my @steps;
	for my $n (0 .. $#$body) {
		my $t = $body->[$n];
		next if $t eq '##';
		my $pasted = $n && $body->[$n - 1] eq '##';
		my $parameter = $number->{$t};
		if (defined $parameter) {
			push @steps, [undef, $parameter, $pasted, $pasted || ($body->[$n + 1] || '') eq '##'];
		} elsif (@steps && $steps[-1][0] && !$pasted) {
			push @{ $steps[-1][0] }, $t;
		} else {
			push @steps, [[$t], undef, $pasted];
		}
	}
	return \@steps;
}

# The last of the arguments behind a token, or undef where none are.
sub after_arguments ($tokens, $n) {
	my $depth = 0;
	while (++$n < @$tokens) {
		$depth++ if $tokens->[$n] eq '(';
		return undef if !$depth;
		return $n if $tokens->[$n] eq ')' && !--$depth;
	}
	return undef;
}

# A use of a macro: [what it expands to, macros that this needs, whether it ends with one that may have its arguments behind it].
sub use_of ($self, @tokens) {
	return $self->{uses}{"@tokens"} //= do {
		my %seen;
		my $to = $self->expand_within(\@tokens, \%seen, {});
		[$to, [keys %seen], @$to && $self->{macros}{ $to->[-1] } && $self->{macros}{ $to->[-1] }[0]{function}];
	};
}

# Expands macros; where one has several definitions (in branches of #if), the definitions follow each other. The names of
# the macros are kept in %$seen. What a use expands to is kept until the table changes.
sub expand ($self, $tokens, $seen) {
	my $macros = $self->{macros};
	return $tokens unless grep { $macros->{$_} } @$tokens;
	my @out;
	for (my $n = 0; $n < @$tokens; $n++) {
		my $macro = $macros->{ $tokens->[$n] };
		my $end = $macro && $macro->[0]{function} ? after_arguments($tokens, $n) : $n;
		if (!$macro || !defined $end) {
			push @out, $tokens->[$n];
			next;
		}
		my $use = $self->use_of(@$tokens[$n .. $end]);
		while ($use->[2] && defined(my $to = after_arguments($tokens, $end))) {
			$use = $self->use_of(@$tokens[$n .. ($end = $to)]);
		}
		push @out, @{ $use->[0] };
		@$seen{ @{ $use->[1] } } = (1) x @{ $use->[1] };
		$n = $end;
	}
	return \@out;
}

# The same within the macros that %$hidden counts, which are not expanded again.
sub expand_within ($self, $tokens, $seen, $hidden) {
	my $macros = $self->{macros};
	return $tokens unless grep { ref || $macros->{$_} } @$tokens;
	my @in = @$tokens;
	my %hidden = %$hidden;
	my @out;
	while (@in) {
		my $token = shift @in;
		if (ref $token) {
			$hidden{$$token}--;
			next;
		}
		my $definitions = $macros->{$token};
		if (!$definitions || $hidden{$token}) {
			push @out, $token;
			next;
		}
		$seen->{$token} = 1;
		my @arguments;
		if ($definitions->[0]{function}) {
			my $at = 0;
			$at++ while $at < @in && ref $in[$at];
			if ($at >= @in || $in[$at] ne '(') {
				push @out, $token;
				next;
			}
			my $depth = 0;
			my $end;
			@arguments = ([]);
			for my $n ($at .. $#in) {
				my $t = $in[$n];
				next if ref $t;
				if ($t eq ')' && !--$depth) { $end = $n; last }
				if ($t eq ',' && $depth == 1) { push @arguments, []; next }
				push @{ $arguments[-1] }, $t if $depth;
				$depth++ if $t eq '(';
			}
			if (!defined $end) {
				push @out, $token;
				next;
			}
			# A macro whose name alone came out of another one is no longer within that.
			$hidden{$$_}-- for grep { ref } @in[0 .. $at - 1];
			my @markers = grep { ref } @in[$at .. $end];
			splice @in, 0, $end + 1, @markers;
		}
		my @result;
		for my $d (@$definitions) {
			my (@full, @substituted);
			for my $step (@{ $d->{steps} }) {
				my ($new, $n, $pasted, $is_raw) = @$step;
				if (defined $n) {
					$new = $arguments[$n] || [];
					$new = [map { $_ == $n ? () : ',', @{ $arguments[$_] } } $n .. $#arguments] if $n == $d->{variadic} && $n < $#arguments;
					$new = $full[$n] ||= $self->expand_within($new, $seen, \%hidden) unless $is_raw;
				}
				my @new = @$new;
				$substituted[-1] .= shift @new if $pasted && @substituted && @new && !ref $substituted[-1];
				push @substituted, @new;
			}
			push @result, @substituted;
		}
		$hidden{$token}++;
		my $name = $token;
		unshift @in, @result, \$name;
	}
	return \@out;
}

my %keyword = map { $_ => 1 } qw(auto break case char const continue default do double else enum extern float for goto if inline
	int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
	_Generic _Pragma _Static_assert static_assert __restrict__);

# The token after the attribute that begins at one, or undef where none does.
my %attribute = map { $_ => 1 } qw(__attribute__ __launch_bounds__ _Alignas alignas __align__);
sub after_attribute ($tokens, $n) {
	return undef unless $attribute{ $tokens->[$n] } && $n < $#$tokens && $tokens->[++$n] eq '(';
	my $depth = 0;
	for (; $n < @$tokens; $n++) {
		$depth++ if $tokens->[$n] eq '(';
		$depth-- if $tokens->[$n] eq ')';
		last unless $depth;
	}
	return $n + 1;
}

# The names that the expanded tokens of a piece define.
sub defined_names ($kind, $expanded) {
	my @names;
	if ($kind eq 'type') {
		my @tokens;
		for (my $n = 0; $n < @$expanded;) {
			my $after = after_attribute($expanded, $n);
			push @tokens, $expanded->[$n] unless defined $after;
			$n = $after // $n + 1;
		}
		shift @tokens if @tokens && $tokens[0] eq '__extension__';
		for my $n (0 .. $#tokens - 1) {
			push @names, $tokens[$n + 1] if $tokens[$n] =~ /^(?:struct|union|enum)$/ && $tokens[$n + 1] =~ /^\w/
				&& ($n + 2 > $#tokens || $tokens[$n + 2] =~ /^[{;<]$/ || $n < 2);
			if ($tokens[$n] eq 'enum') {
				my $m = $n + 1;
				$m++ while $m < $#tokens && $tokens[$m] ne '{' && $tokens[$m] ne ';';
				my $round = 0;
				for (; $m < $#tokens && $tokens[$m] ne '}'; $m++) {
					$round++ if $tokens[$m] eq '(';
					$round-- if $tokens[$m] eq ')';
					push @names, $tokens[$m + 1] if !$round && $tokens[$m] =~ /^[{,]$/ && $tokens[$m + 1] =~ /^[A-Za-z_]/;
				}
			}
		}
		if ($tokens[0] eq 'typedef') {
			my $depth = 0;
			my ($name, $pointer);
			for my $n (1 .. $#tokens) {
				my $t = $tokens[$n];
				$depth++ if $t =~ /^[{(\[]$/;
				$depth-- if $t =~ /^[})\]]$/;
				$name = $t if !$depth && $t =~ /^[A-Za-z_]/;
				$pointer = $tokens[$n + 2] if $t eq '(' && $depth == 1 && ($tokens[$n + 1] || '') eq '*' && !defined $pointer;
				if (!$depth && $t =~ /^[,;]$/) {
					push @names, defined $pointer ? $pointer : $name if defined $pointer || defined $name;
					($name, $pointer) = ();
				}
			}
		}
	} else {
		my ($last, $inside, $depth); # inside: behind the name, up to the end of what it names; a macro may write several
		for (my $n = 0; $n < @$expanded;) {
			my $after = after_attribute($expanded, $n);
			my $t = $expanded->[$n];
			$n = $after // $n + 1;
			next if defined $after;
			if ($inside) {
				$depth += $t =~ /^[{(\[]$/ ? 1 : $t =~ /^[})\]]$/ ? -1 : 0;
				($inside, $last) = () if !$depth && $t =~ /^[;}]$/;
			} elsif ($t =~ /^[(=\[;]$/ && defined $last) {
				push @names, $last;
				($inside, $depth) = ($t ne ';', $t =~ /^[(\[]$/ ? 1 : 0);
				$last = undef;
			} elsif ($t =~ /^[A-Za-z_]/ && !$keyword{$t}) { $last = $t }
		}
	}
	return @names;
}

# The names that the condition of a #if mentions.
sub expand_condition ($self, $line, $seen) {
	return unless $line =~ /^\s*#\s*(?:el)?if/;
	my $tokens = Text::tokens_of(Text::condition_of($line));
	$seen->{$_} = 1 for grep { /^[A-Za-z_]/ } @$tokens, @{ $self->expand($tokens, $seen) };
}

# 1 or 0 for a #if that is about macros of the frame of a template, undef for another.
sub decided ($self, $line) {
	return defined $self->{macros}{$2} ? $1 eq '' || 0 : $1 ne '' || 0 if $line =~ /^\s*#\s*if(n?)(?:def)\s+(LQCD_MANY|LQCD_LOW)\b/;
	return undef unless $line =~ /^\s*#\s*if\s+((?:!?(?:LQCD_TAG_HALF|LQCD_TAG_DEVICE|KIND\(0, 1\))(?:\s*(?:&&|\|\|)\s*)?)+)\s*(?:$Text::comment)?\s*$/;
	my $tokens = $self->expand(Text::tokens_of($1), {});
	my $text = join ' ', grep { !ref } @$tokens;
	$text =~ s{([&|]) (?=\1)}{$1}g;
	return $text =~ /^[01!&| ]+$/ ? (eval($text) ? 1 : 0) : undef;
}

# Gives an item its pieces, each with {defines} (a list) and {mentions} (a hash), or with {out} where the settings leave it
# out; {makes} (a list): functions that a macro writes. Items come in their order.
sub analyse ($self, $item) {
	$self->define($_) for map { split /\n/ } @{ $item->{settings} || [] };
	my $text = join '', map { "$_\n" } @{ $item->{text} };
	my $raw = $self->{raw}{$text} ||= do {
		my $pieces = Text::pieces_of($text, $item->{file});
		$_->{tokens} = Text::tokens_of($_->{kind} eq 'directive' ? $_->{text} : $_->{code}) for @$pieces;
		$pieces;
	};
	my (@pieces, @open);
	for my $r (@$raw) {
		my $piece = { %$r, defines => [], mentions => {} };
		push @pieces, $piece;
		if ($item->{kind} eq 'template' && $r->{kind} eq 'directive') {
			# Branches that the settings decide.
			if ($r->{text} =~ /^\s*#\s*if/) { push @open, $self->decided($r->{text}) }
			elsif ($r->{text} =~ /^\s*#\s*elif/) { $open[-1] = undef }
			elsif ($r->{text} =~ /^\s*#\s*else/) { $open[-1] = !$open[-1] || 0 if defined $open[-1] }
			elsif ($r->{text} =~ /^\s*#\s*endif/) { pop @open }
		}
		if (grep { defined && !$_ } @open and $r->{text} !~ /^\s*#\s*(?:if|el|endif)/) {
			$piece->{out} = 1;
			next;
		}
		if ($r->{kind} eq 'directive') {
			my $name = $self->define($r->{text});
			if (defined $name) {
				push @{ $piece->{defines} }, $name;
				$piece->{macro} = $r->{text} =~ /^\s*#\s*define/ ? 'define' : 'undef';
			}
			my %seen = map { $_ => 1 } grep { /^[A-Za-z_]/ } @{ $r->{tokens} };
			$self->expand_condition($r->{text}, \%seen);
			$piece->{mentions} = \%seen;
		} elsif ($r->{code} =~ /\S/) {
			my %seen;
			if ($r->{directives}) {
				# Directives in a body: macros of its own.
				my @own;
				while ($r->{text} =~ /^([ \t]*#[ \t]*define(?:[^\n\\]|\\.)*)/gms) {
					push @own, $self->define($1);
					$seen{$_} = 1 for grep { /^[A-Za-z_]/ } @{ Text::tokens_of($1) };
				}
				$self->expand_condition($_, \%seen) for $r->{text} =~ /^([ \t]*#[ \t]*(?:el)?if.*)/gm;
			}
			my $expanded = $self->expand($r->{tokens}, \%seen);
			$seen{$_} = 1 for grep { /^[A-Za-z_]/ } @$expanded;
			$piece->{mentions} = \%seen;
			$piece->{defines} = [defined_names($r->{kind}, $expanded)] unless $r->{kind} eq 'other';
			$piece->{makes} = [defined_names('function', $expanded)] if $r->{kind} eq 'other' && $r->{code} !~ /^\s*LQCD_OVERLOAD/ && grep { $_ eq '{' } @$expanded;
		}
	}
	$item->{pieces} = \@pieces;
	return \@pieces;
}

1;
